/** What a place in Python text is about: the object before a dot, the call around it. No DOM here. */

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

/** An attribute that is being written: `client.mess`. */
export interface MemberPlace {
  /** Python before the dot. */
  of: string;
  /** Where the attribute's name begins. */
  from: number;
}

/** A call whose parentheses hold the cursor. */
export interface CallPlace {
  /** Python that is called. */
  of: string;
  /** Where its opening parenthesis is. */
  open: number;
}

/** Milliseconds that reading a text up to the cursor may take. */
const PARSING = 100;

function* around(state: EditorState, at: number): Generator<SyntaxNode> {
  const tree = ensureSyntaxTree(state, at, PARSING) ?? syntaxTree(state);
  for (let node: SyntaxNode | null = tree.resolveInner(at, -1); node; ) {
    yield node;
    node = node.parent;
  }
}

/** The attribute that ends at a place, or null. */
export function memberAt(state: EditorState, at: number): MemberPlace | null {
  for (const node of around(state, at)) {
    if (node.name === "String" || node.name === "Comment") return null;
    const dot = node.name === "MemberExpression" ? node.getChild(".") : null;
    const owner = node.firstChild;
    if (!dot || !owner || dot.to > at) continue;
    const written = state.sliceDoc(dot.to, at);
    return /^\w*$/.test(written)
      ? { of: state.sliceDoc(owner.from, owner.to), from: dot.to }
      : null;
  }
  return null;
}

/** The innermost call around a place, or null. */
export function callAt(state: EditorState, at: number): CallPlace | null {
  for (const node of around(state, at)) {
    const call = node.parent;
    if (node.name !== "ArgList" || call?.name !== "CallExpression" || node.from >= at) continue;
    if (node.to === at && state.sliceDoc(at - 1, at) === ")" && node.lastChild?.name === ")")
      continue;
    return { of: state.sliceDoc(call.from, node.from).trim(), open: node.from };
  }
  return null;
}

const BINDINGS = [
  /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+([A-Za-z_]\w*)/gm,
  /^[ \t]*([A-Za-z_]\w*(?:[ \t]*,[ \t]*[A-Za-z_]\w*)*)[ \t]*(?::[^=\n]+)?=(?!=)/gm,
  /\b(?:for|as)[ \t]+([A-Za-z_]\w*(?:[ \t]*,[ \t]*[A-Za-z_]\w*)*)/g,
  /^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+\(?([\w.,\s]+?)\)?(?:$|#|\bas\b)/gm,
];

/** Names that a text gives a value, as far as its lines show. */
export function namesIn(text: string): string[] {
  const found = BINDINGS.flatMap((binding) =>
    [...text.matchAll(binding)].flatMap(([, names = ""]) => names.split(",")),
  );
  const names = found.map((name) => name.trim().split(".")[0] ?? "");
  return [...new Set(names.filter((name) => /^[A-Za-z_]\w*$/.test(name)))];
}

/** Names that stand after a dot somewhere in a text. */
export function attributesIn(text: string): string[] {
  const found = [...text.matchAll(/(?<=[\w)\]]\.)[A-Za-z_]\w*/g)].map(([name]) => name);
  return [...new Set(found)];
}
