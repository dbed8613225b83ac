/** Small helpers to build elements. Text goes in as text, never as HTML. */

type Child = Node | string;

/**
 * Make an element.
 *
 * @param tag - its name.
 * @param attributes - set as they are; a `false` or `undefined` value leaves the attribute out.
 * @param children - appended in order; strings become text.
 */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children);
  return element;
}

/** Make a button that does something. */
export function button(
  label: string,
  action: () => void,
  attributes: Record<string, string | boolean | undefined> = {},
): HTMLButtonElement {
  const made = el("button", { type: "button", class: "tk-button", ...attributes }, label);
  made.addEventListener("click", action);
  return made;
}

let sizes: ResizeObserver | undefined;

/** Told of boxes that were hidden at first, or become narrower when the reader turns the phone. */
function resized(entries: ResizeObserverEntry[]): void {
  for (const { target } of entries) {
    if (!target.isConnected) sizes?.unobserve(target);
    else if (target instanceof HTMLElement) letScroll(target);
  }
}

function letScroll(box: HTMLElement): void {
  const wide = box.scrollWidth > box.clientWidth + 1;
  if (wide || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
  else if (box !== document.activeElement) box.removeAttribute("tabindex");
}

/** Let the keyboard scroll every box in `root` that is larger than its frame, also when its size changes later. */
export function makeScrollable(root: HTMLElement): void {
  sizes ??= new ResizeObserver(resized);
  for (const box of root.querySelectorAll<HTMLElement>(
    "pre, .tk-refused, .tk-html, .tk-svg, .tk-pane",
  )) {
    // It calls back when the page has its layout; for a box that it knows already only if that is taken away first.
    sizes.unobserve(box);
    sizes.observe(box);
  }
}
