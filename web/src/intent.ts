/** Notices that a reader means to use a part of the page, so that nothing large is fetched before. */

/** Milliseconds a mouse rests on a part before it counts: scrolling past is not intent. */
const DWELL = 250;

/**
 * Call `then` once, at the first sign that the reader wants to use `element`.
 *
 * The focus, a click, a press of the mouse, or a mouse that rests on it. A finger counts when it taps, not when it
 * scrolls.
 *
 * @param then - gets the point that was pressed inside of `element`, if it was a press.
 */
export function onIntent(
  element: HTMLElement,
  then: (event: Event) => void,
  outer: AbortSignal,
): void {
  const inner = new AbortController();
  const options = { signal: AbortSignal.any([inner.signal, outer]) };
  let timer: number | undefined;
  const go = (event: Event) => {
    window.clearTimeout(timer);
    inner.abort();
    then(event);
  };
  element.addEventListener("focusin", go, options);
  element.addEventListener("click", go, options);
  element.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "touch") go(event);
    },
    options,
  );
  element.addEventListener(
    "pointerenter",
    (event) => {
      if (event.pointerType !== "touch") timer = window.setTimeout(go, DWELL, event);
    },
    options,
  );
  element.addEventListener("pointerleave", () => window.clearTimeout(timer), options);
  outer.addEventListener("abort", () => window.clearTimeout(timer));
}

/** True when the reader asked the browser to save data: then Python waits for the first Run. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
