/** The editor: CodeMirror, fetched when a reader first touches a cell. */

import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { Compartment, EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
} from "@codemirror/view";
import { completion } from "./completion.ts";
import { materialStyle } from "./highlight.ts";
import type { Scope } from "./scope.ts";
import { signatureHelp } from "./signature.ts";

/** What the reader can have done by a key, besides editing. */
export type Tool = "format" | "keys";

export interface EditorOptions {
  parent: HTMLElement;
  text: string;
  /** What a screen reader calls the editor. */
  label: string;
  changed: (text: string) => void;
  run: () => void;
  /** The reader pressed Escape. */
  leave: () => void;
  /** The reader pressed the key of a tool. */
  use: (tool: Tool) => void;
  /** What completion and signatures are asked of. */
  scope: Scope;
}

/** A place of the text and what stands there afterwards; offsets count UTF-16 units. */
export interface Change {
  from: number;
  to: number;
  insert: string;
}

export interface Editor {
  /** Replace the text as one step that Undo takes back. */
  setText(text: string): void;
  /** Change places of the text as one step that Undo takes back; the cursor stays where it was in the text. */
  change(changes: Change[]): void;
  /** Mark a 1-based line as the one that failed; null takes the mark away. */
  markLine(line: number | null): void;
  /** Take the focus, on a line or at a point of the window where one is given. */
  focus(at?: { line: number } | { x: number; y: number }): void;
  destroy(): void;
}

const setMark = StateEffect.define<number | null>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, transaction) {
    let now = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      const { doc } = transaction.state;
      const line = effect.value;
      now = Decoration.none;
      if (line !== null && line >= 1 && line <= doc.lines) {
        const attributes = { class: "tk-line-error", "data-line": `line ${line}` };
        now = Decoration.set(Decoration.line({ attributes }).range(doc.line(line).from));
      }
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Where lines break instead of running out of the window; lesson.css has the same width for printed code. */
const NARROW = window.matchMedia("(max-width: 37.5em)");

/** Material takes what it does not know out of the head when it swaps or renews a page: the editor's styles, too. */
new MutationObserver((changes) => {
  const taken = changes.flatMap(({ removedNodes }) => [...removedNodes]);
  const ours = (node: Node) =>
    node instanceof HTMLStyleElement && node.textContent.includes(".cm-");
  if (taken.some(ours)) new EditorView().destroy(); // making one puts them back
}).observe(document.head, { childList: true });

/** Pixels at the top of the window where Material's header covers the page. */
const HEADER = 72;

/** Make an editor in `options.parent`. Tab moves the focus on; Ctrl+] and Ctrl+[ indent. */
export function openEditor(options: EditorOptions): Editor {
  const act = (action: () => void) => () => {
    action();
    return true;
  };
  const wrapping = new Compartment();
  const wrap = () => (NARROW.matches ? EditorView.lineWrapping : []);
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        Prec.highest(
          keymap.of([
            { key: "Mod-Enter", run: act(options.run) },
            { key: "Shift-Enter", run: act(options.run) },
            { key: "Shift-Alt-f", run: act(() => options.use("format")) },
            { key: "F1", run: act(() => options.use("keys")) },
          ]),
        ),
        keymap.of([...defaultKeymap, ...historyKeymap, { key: "Escape", run: act(options.leave) }]),
        history(),
        drawSelection(),
        python(),
        indentUnit.of("    "),
        indentOnInput(),
        bracketMatching(),
        syntaxHighlighting(materialStyle),
        completion(options.scope),
        signatureHelp(options.scope),
        wrapping.of(wrap()),
        marks,
        EditorView.scrollMargins.of(() => ({ top: HEADER })),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          spellcheck: "false",
          tabindex: "0", // editable text takes the focus anyway; this says so to checkers that look for it
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  const alone = isolateHistory.of("full"); // what was typed just before is another step of Undo
  const rewrap = () => view.dispatch({ effects: wrapping.reconfigure(wrap()) });
  NARROW.addEventListener("change", rewrap);
  return {
    setText(text) {
      const changes = { from: 0, to: view.state.doc.length, insert: text };
      view.dispatch({ changes, annotations: alone });
    },
    change(changes) {
      view.dispatch({ changes, annotations: alone, scrollIntoView: true });
    },
    markLine(line) {
      view.dispatch({ effects: setMark.of(line) });
    },
    focus(at) {
      view.focus();
      if (!at) return;
      const { doc } = view.state;
      const position =
        "line" in at
          ? doc.line(Math.min(Math.max(at.line, 1), doc.lines)).from
          : view.posAtCoords(at, false);
      view.dispatch({ selection: { anchor: position }, scrollIntoView: true });
    },
    destroy() {
      NARROW.removeEventListener("change", rewrap);
      view.destroy();
    },
  };
}
