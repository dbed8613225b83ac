/** Makes HTML or SVG from a reader's cell fit to stand in the page. */

import { judgeElement, keepsAttribute, withOwnIds } from "./sanitise-rules.ts";

let outputs = 0;

export interface Sanitised {
  /** Nodes that belong to the page's document. */
  nodes: DocumentFragment;
  /** False when something was left out. */
  whole: boolean;
}

/**
 * Parse markup and keep what the rules allow: no script, no handler, nothing fetched from anywhere, no name of the page's.
 *
 * @param markup - HTML, or SVG as it stands in HTML.
 */
export function examine(markup: string): Sanitised {
  // A parsed document has no window: nothing in it runs or loads.
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  outputs += 1;
  const prefix = `output-${outputs}-`;
  const inHead = [...parsed.head.children].length > 0;
  const whole = clean(parsed.body, prefix) && !inHead;
  const nodes = document.createDocumentFragment();
  for (const node of [...parsed.body.childNodes]) nodes.append(document.importNode(node, true));
  return { nodes, whole };
}

/** What is left of markup when the rules have been kept. */
export function sanitise(markup: string): DocumentFragment {
  return examine(markup).nodes;
}

/** Returns false when anything but a comment was taken out. */
function clean(parent: Element, prefix: string): boolean {
  let whole = true;
  for (const node of [...parent.childNodes]) {
    if (node.nodeType === Node.TEXT_NODE) continue;
    if (!(node instanceof Element)) {
      node.remove();
      continue;
    }
    const verdict = judgeElement(node.localName);
    if (verdict !== "keep") whole = false;
    if (verdict === "drop") {
      node.remove();
      continue;
    }
    if (!clean(node, prefix)) whole = false;
    if (verdict === "unwrap") {
      node.replaceWith(...node.childNodes);
      continue;
    }
    for (const attribute of [...node.attributes]) {
      const { name, value } = attribute;
      if (keepsAttribute(node.localName, name, value)) {
        attribute.value = withOwnIds(name, value, (id) => prefix + id);
      } else {
        node.removeAttribute(name);
        whole = false;
      }
    }
    if (node.localName === "a") node.setAttribute("rel", "noopener noreferrer nofollow");
    if (node.localName === "img" && !node.hasAttribute("alt")) node.setAttribute("alt", "");
  }
  return whole;
}
