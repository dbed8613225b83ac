/** How the start of Python is put in words. */

import type { Progress } from "./protocol.ts";

/** What is read out, and the figures that are only shown. */
export type Words = [spoken: string, shown: string];

const MB = 1_000_000;

/**
 * Put progress in words.
 *
 * @param progress - what is being done, bytes loaded and in all; without it nothing is known yet.
 */
export function describeProgress(progress?: Progress): Words {
  if (!progress) return ["Starting Python", ""];
  const { stage } = progress;
  if (progress.loaded >= progress.total) return [stage, ""];
  const loaded = Math.floor(progress.loaded / MB);
  const total = Math.max(1, Math.round(progress.total / MB));
  return [stage, `: ${Math.min(loaded, total)} of ${total} MB`];
}
