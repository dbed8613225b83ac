/** API keys that a reader has typed into a cell. */

const KEY = /\bsk-[A-Za-z0-9_-]{16,}/g;
/** What stands in the place of a key. */
export const REMOVED = "key-left-out";

/** A text without what looks like an API key. */
export const withoutKeys = (text: string): string => text.replace(KEY, REMOVED);
