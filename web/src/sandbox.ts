/**
 * Shows HTML that a reader's object draws and that may hold anything: in a frame in which no script runs.
 *
 * The frame has no right to run scripts, to send forms, to open dialogs or to lead the page elsewhere, and a policy of its
 * own by which it fetches nothing. It keeps the page's origin, which nothing in it can use, so that the page can measure it.
 */

import { el } from "./dom.ts";
import { examine } from "./sanitise.ts";

/** Pixels; what is higher scrolls. */
const HIGHEST = 640;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
/** Links open in a tab of their own; nothing else may. */
const RIGHTS = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

/** What could fetch, or look up a host, before any policy is asked; in a frame without rights it does nothing of use. */
const IDLE = "script, link, meta, base, iframe, frame, object, embed";

function withoutIdle(markup: string): string {
  const { head, body } = new DOMParser().parseFromString(markup, "text/html");
  for (const part of [head, body]) for (const node of part.querySelectorAll(IDLE)) node.remove();
  return head.innerHTML + body.innerHTML;
}

/** How the text of a frame looks that says nothing about it: as the page's does. */
function style(place: Element): string {
  const { color, fontFamily, fontSize, colorScheme } = getComputedStyle(place);
  return (
    `:root{color:${color};font:${fontSize} ${fontFamily};color-scheme:${colorScheme};overflow-wrap:anywhere}` +
    "body{margin:0;padding:4px}table{border-collapse:collapse}th,td{padding:4px 8px;text-align:start}"
  );
}

/**
 * Make a frame for HTML.
 *
 * @param markup - any HTML.
 * @param title - what a screen reader calls it.
 * @param place - where it will stand: it takes its colours and its font from there.
 */
export function sandbox(markup: string, title: string, place: Element): HTMLIFrameElement {
  const frame = el("iframe", { sandbox: RIGHTS, class: "tk-frame", title });
  const ours = style(place).replaceAll("<", ""); // a font's name closes no element
  frame.srcdoc =
    `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
    `<base target="_blank"><style>${ours}</style>${withoutIdle(markup)}`;
  const fit = () => {
    const height = frame.contentDocument?.body.getBoundingClientRect().height ?? 0;
    frame.style.height = `${Math.min(Math.ceil(height), HIGHEST)}px`;
  };
  frame.addEventListener("load", () => {
    const page = frame.contentDocument;
    if (!page) return;
    fit();
    const sizes = new ResizeObserver(() => (frame.isConnected ? fit() : sizes.disconnect()));
    sizes.observe(page.body);
    followScheme(frame, page, place);
  });
  return frame;
}

/** The reader may change between light and dark while the frame is there. */
function followScheme(frame: HTMLIFrameElement, page: Document, place: Element): void {
  const ours = page.querySelector("style");
  const changes = new MutationObserver(() => {
    if (!frame.isConnected) changes.disconnect();
    else if (ours) ours.textContent = style(place);
  });
  changes.observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
}

/**
 * Show HTML or SVG of a cell: in the page's flow when the rules of `sanitise-rules.ts` let all of it stay, else in a frame.
 */
export function showMarkup(kind: "html" | "svg", markup: string, place: Element): HTMLElement {
  const { nodes, whole } = examine(markup);
  const box = el("div", { class: `tk-${kind}` });
  box.append(whole ? nodes : sandbox(markup, "Output of this cell, in a frame of its own", place));
  return box;
}
