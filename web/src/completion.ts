/** Completion: what Python knows where it runs and is idle, and else what stands in the page's texts. */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionStatus,
  currentCompletions,
} from "@codemirror/autocomplete";
import { globalCompletion, localCompletionSource } from "@codemirror/lang-python";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { attributesIn, type MemberPlace, memberAt, namesIn } from "./python-text.ts";
import type { Scope } from "./scope.ts";
import { drawSignature } from "./signature-box.ts";

const WORD = /^\w*$/;

const KEYWORDS = (
  "and as assert async await break case class continue def del elif else except finally for from global if import in " +
  "is lambda match nonlocal not or pass raise return try while with yield"
).split(" ");

/**
 * Where completions come from.
 *
 * After a dot they come by themselves, and elsewhere when the reader asks for them.
 */
export function sourceOf(scope: Scope): CompletionSource {
  return (context) => {
    const member = memberAt(context.state, context.pos);
    return member || context.explicit ? look(scope, context, member) : null;
  };
}

async function look(
  scope: Scope,
  context: CompletionContext,
  member: MemberPlace | null,
): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const cells = [...scope.above(), state.doc.toString()];
  const of = member?.of ?? "";
  const known = (await scope.ask("members", of, cells)) ?? [];
  const about = (name: string) => scope.ask("signature", of ? `${of}.${name}` : name, cells);
  const options = known.map(([label, kind]) => option(label, kind, about));
  if (!member) return names(context, cells, options);
  if (options.length === 0) {
    if (!explicit) return null;
    const here = state.sliceDoc(member.from, pos);
    const written = cells.flatMap(attributesIn).filter((name) => name !== here);
    options.push(...[...new Set(written)].map((label) => ({ label, detail: "in the text" })));
  }
  return { from: member.from, options, validFor: WORD };
}

function option(
  label: string,
  kind: string,
  about: (name: string) => ReturnType<Scope["ask"]>,
): Completion {
  return {
    label,
    detail: kind === "namespace" ? "module" : kind,
    boost: kind === "property" ? 1 : 0,
    info: async () => {
      const told = await about(label);
      return told && !Array.isArray(told) ? drawSignature(told) : null;
    },
  };
}

/** Names in scope: those Python holds, those of this text and the texts above, Python's own. */
async function names(
  context: CompletionContext,
  cells: string[],
  known: Completion[],
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/\w*/);
  const all = await globalCompletion(context); // null in a text in quotation marks and in a comment
  if (!word || !all) return null;
  const local = localCompletionSource(context)?.options ?? [];
  const above = cells.slice(0, -1).flatMap(namesIn);
  // Without the templates: in those, Tab would go from place to place and not to the next control.
  const own = all.options.filter(({ apply }) => typeof apply !== "function");
  const options = new Map(known.map((one) => [one.label, one]));
  const keywords = KEYWORDS.map((label) => ({ label, detail: "keyword" }));
  const rest: Completion[] = [...local, ...above.map((label) => ({ label })), ...own, ...keywords];
  for (const one of rest) {
    const { label, detail = one.type === "type" ? "class" : (one.type ?? "") } = one;
    if (!options.has(label)) options.set(label, { label, detail });
  }
  options.delete(word.text);
  return { from: word.from, options: [...options.values()], validFor: WORD };
}

/** The list below the cursor. Enter takes an entry only once the reader has moved into the list. */
export function completion(scope: Scope): Extension {
  return [
    autocompletion({
      override: [sourceOf(scope)],
      filterStrict: true,
      selectOnOpen: false,
      icons: false,
      tooltipClass: () => "tk-completions",
    }),
    EditorView.updateListener.of(({ startState, state, view }) => {
      if (completionStatus(state) !== "active" || completionStatus(startState) === "active") return;
      const count = currentCompletions(state).length;
      const words = `${count} ${count === 1 ? "completion" : "completions"}. Arrow down goes through them.`;
      // An update may not begin inside of another one.
      queueMicrotask(() => view.dispatch({ effects: EditorView.announce.of(words) }));
    }),
  ];
}
