/** The editor's colours: Material's own code colours, so that an edited cell looks like a printed one. */

import { HighlightStyle } from "@codemirror/language";
import { tags as t } from "@lezer/highlight";

const colour = (name: string) => ({ color: `var(--md-code-hl-${name}-color)` });

/** Follows the colours Pygments' classes have in Material. */
export const materialStyle = HighlightStyle.define([
  { tag: [t.keyword, t.operatorKeyword, t.modifier, t.meta], ...colour("keyword") },
  { tag: [t.string, t.special(t.string), t.docString, t.character], ...colour("string") },
  { tag: [t.escape, t.regexp], ...colour("special") },
  { tag: [t.number], ...colour("number") },
  { tag: [t.comment], ...colour("comment") },
  {
    tag: [t.function(t.definition(t.variableName)), t.definition(t.className)],
    ...colour("function"),
  },
  { tag: [t.self], ...colour("constant") },
  { tag: [t.operator, t.derefOperator], ...colour("operator") },
  { tag: [t.punctuation, t.separator, t.bracket], ...colour("punctuation") },
  { tag: [t.variableName, t.propertyName, t.bool, t.null, t.atom], ...colour("name") },
]);
