/** The starter of a cell or exercise: its hash, and matching saved texts to a lesson that may have changed. */

/** What the store keeps for one editor. */
export interface SavedText {
  /** Hash of the starter the text was made from. */
  starter: string;
  text: string;
  /** Which version this is: a stamp (`stamp.ts`). */
  at: string;
  /** The reader's other texts for this place, newest first: from before a reset, from another tab, from an import. */
  others: string[];
}

/** The saved text found for one editor of the page. */
export interface Match extends SavedText {
  /** True when the lesson's starter is no longer the one the text was made from. */
  starterChanged: boolean;
}

/**
 * Hash a starter. Not a secret and not a checksum: it only has to differ when the lesson's text differs.
 *
 * @param source - the starter's text.
 * @returns length and 32-bit FNV-1a of the UTF-16 code units, in hexadecimal.
 */
export function hashOf(source: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < source.length; index++) {
    hash = Math.imul(hash ^ source.charCodeAt(index), 0x01000193);
  }
  return `${source.length.toString(16)}-${(hash >>> 0).toString(16).padStart(8, "0")}`;
}

/**
 * Give each editor of the page the text saved for it.
 *
 * A lesson that gained a cell shifts the numbers of the cells below. A text therefore follows its starter's hash first,
 * and its number only when no editor of the page has that starter any more.
 *
 * @param saved - saved texts by the editor's id.
 * @param starters - today's starter hash by the editor's id, in page order.
 * @returns the texts by today's ids, and those no editor of the page can show (kept, never thrown away).
 */
export function matchTexts(
  saved: ReadonlyMap<string, SavedText>,
  starters: ReadonlyMap<string, string>,
): { matches: Map<string, Match>; homeless: Map<string, SavedText> } {
  const matches = new Map<string, Match>();
  const homeless = new Map(saved);
  const take = (id: string, from: string, starterChanged: boolean) => {
    const found = homeless.get(from);
    if (found === undefined) return;
    matches.set(id, { ...found, starterChanged });
    homeless.delete(from);
  };
  for (const [id, hash] of starters) {
    if (saved.get(id)?.starter === hash) take(id, id, false);
  }
  for (const [id, hash] of starters) {
    if (matches.has(id)) continue;
    const moved = [...homeless].find(([, text]) => text.starter === hash);
    if (moved) take(id, moved[0], false);
  }
  for (const id of starters.keys()) {
    if (!matches.has(id)) take(id, id, true);
  }
  return { matches, homeless };
}
