/** Mends one flaw of Material: the button row of every code block is a `nav`, so a page has dozens of equal landmarks. */

/** Take the landmark off the rows that are there and those that come later, until `signal` fires. */
export function muteCodeLandmarks(signal: AbortSignal): void {
  const mute = () => {
    for (const row of document.querySelectorAll("nav.md-code__nav:not([role])")) {
      row.setAttribute("role", "none");
    }
  };
  const observer = new MutationObserver(mute);
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
  mute();
}
