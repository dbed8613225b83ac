/** Makes HTML or SVG from a reader's cell fit to stand in the page. */

import { judgeElement, keepsAttribute } from "./sanitise-rules.ts";

/**
 * Parse markup and keep what the rules allow: no script, no handler, nothing fetched from anywhere.
 *
 * @param markup - HTML, or SVG as it stands in HTML.
 * @returns nodes that belong to the page's document.
 */
export function sanitise(markup: string): DocumentFragment {
  // A parsed document has no window: nothing in it runs or loads.
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  clean(parsed.body);
  const fragment = document.createDocumentFragment();
  for (const node of [...parsed.body.childNodes]) fragment.append(document.importNode(node, true));
  return fragment;
}

function clean(parent: Element): void {
  for (const node of [...parent.childNodes]) {
    if (node.nodeType === Node.TEXT_NODE) continue;
    if (!(node instanceof Element)) {
      node.remove();
      continue;
    }
    const verdict = judgeElement(node.localName);
    if (verdict === "drop") {
      node.remove();
      continue;
    }
    clean(node);
    if (verdict === "unwrap") {
      node.replaceWith(...node.childNodes);
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      if (!keepsAttribute(node.localName, name, value)) node.removeAttribute(name);
    }
    if (node.localName === "a") node.setAttribute("rel", "noopener noreferrer nofollow");
    if (node.localName === "img" && !node.hasAttribute("alt")) node.setAttribute("alt", "");
  }
}
