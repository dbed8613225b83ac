/** Stamps tell versions of a text apart, and which one is newer. No DOM here. */

/** The stamp of a text that was stored before there were stamps: older than every other. */
export const LONG_AGO = "1970-01-01T00:00:00.000Z-old";

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z-[a-z0-9]{1,16}$/;
/** Characters of the day and time in front. */
const TIME = 24;

/**
 * Make a stamp.
 *
 * @param over - the stamp of the version that is replaced, or "": the new one is later, whatever the clock says.
 * @param tab - names the tab, so that no two make the same stamp: a few letters and digits.
 * @returns ISO 8601 in UTC, a hyphen and the tab. Of two stamps, the later one is greater as a string.
 */
export function makeStamp(now: Date, over: string, tab: string): string {
  const least = over ? Date.parse(timeOf(over)) + 1 : 0;
  return `${new Date(Math.max(now.getTime(), least)).toISOString()}-${tab}`;
}

/** When a stamp was made: ISO 8601, UTC. */
export const timeOf = (stamp: string): string => stamp.slice(0, TIME);

/** True when the same tab made both. */
export const sameTab = (a: string, b: string): boolean => a.slice(TIME) === b.slice(TIME);

export const isStamp = (value: unknown): value is string =>
  typeof value === "string" && STAMP.test(value) && !Number.isNaN(Date.parse(timeOf(value)));

/** A name for this tab, until its page is loaded anew. */
export const nameTab = (): string => Math.random().toString(36).slice(2, 10) || "tab";
