/** Shows how a function is called while its parentheses are being filled. */

import { type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import type { Signature } from "./protocol.ts";
import { callAt } from "./python-text.ts";
import type { Scope } from "./scope.ts";
import { drawSignature, inWords } from "./signature-box.ts";

/** Characters of a signature that are read out. */
const SPOKEN = 300;

interface Shown {
  open: number;
  signature: Signature;
}

const show = StateEffect.define<Shown | null>();

const shown = StateField.define<Shown | null>({
  create: () => null,
  update(old, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
    if (!old || !(transaction.docChanged || transaction.selection)) return old;
    const open = transaction.changes.mapPos(old.open);
    const call = callAt(transaction.state, transaction.state.selection.main.head);
    return call?.open === open ? { ...old, open } : null;
  },
  provide: (field) => showTooltip.from(field, tooltipOf),
});

function tooltipOf(now: Shown | null): Tooltip | null {
  if (!now) return null;
  const create = () => ({ dom: drawSignature(now.signature) });
  return { pos: now.open, above: true, arrow: false, create };
}

/** Signature help: comes when "(" is typed and on Ctrl+Shift+Space, goes with Escape and with the end of the call. */
export function signatureHelp(scope: Scope): Extension {
  const look = async (view: EditorView) => {
    const place = () => callAt(view.state, view.state.selection.main.head);
    const call = place();
    if (!call) return;
    const cells = [...scope.above(), view.state.doc.toString()];
    const signature = await scope.ask("signature", call.of, cells);
    if (!signature?.parameters || place()?.open !== call.open) return;
    const spoken = inWords(signature).slice(0, SPOKEN);
    view.dispatch({
      effects: [show.of({ open: call.open, signature }), EditorView.announce.of(spoken)],
    });
  };
  const close = (view: EditorView) => {
    if (!view.state.field(shown)) return false;
    view.dispatch({ effects: show.of(null) });
    return true;
  };
  const ask = (view: EditorView) => {
    void look(view);
    return true;
  };
  return [
    shown,
    Prec.high(
      keymap.of([
        { key: "Mod-Shift-Space", run: ask },
        { key: "Escape", run: close },
      ]),
    ),
    EditorView.updateListener.of(({ view, transactions }) => {
      const opened = transactions.some((one) => {
        if (!one.isUserEvent("input")) return false;
        let last = "";
        one.changes.iterChanges((_a, _b, _c, _d, inserted) => {
          last = inserted.toString();
        });
        return last.endsWith("(");
      });
      if (opened) void look(view);
    }),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        close(view);
      },
    }),
  ];
}
