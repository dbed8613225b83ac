import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { append, apply, applyAll, type Change, KEPT } from "../src/changes.ts";
import { REMOVED, withoutKeys } from "../src/keys.ts";
import { merge } from "../src/merge.ts";
import { empty, type Notes, upgrade } from "../src/notes.ts";
import { isStamp, LONG_AGO, makeStamp, sameTab } from "../src/stamp.ts";
import { hashOf, type SavedText } from "../src/starter.ts";

const STARTER = "pass";
const ids = fc.constantFrom("cell-1", "cell-2", "exercise-send");
const words = fc.constantFrom("a", "b", "c", "d", "", "é\n  two", STARTER);
const times = fc.integer({ min: 0, max: 8 });
const stamps = fc
  .tuple(times, fc.constantFrom("x", "y", "z"))
  .map(([time, tab]) => makeStamp(new Date(Date.UTC(2026, 11, 1) + time), "", tab));
const texts = fc
  .record({
    starter: fc.constantFrom(hashOf(STARTER), hashOf("old")),
    text: words,
    at: fc.oneof(stamps, fc.constant(LONG_AGO)),
    others: fc.uniqueArray(words, { maxLength: 3 }),
  })
  .map(({ others, ...held }) => ({ ...held, others: others.filter((one) => one !== held.text) }));
const notes = fc
  .record({
    texts: fc.dictionary(ids, texts),
    passes: fc.dictionary(
      ids,
      times.map((day) => ({ on: `2026-12-0${day + 1}T00:00:00.000Z` })),
    ),
    tries: fc.dictionary(
      ids,
      fc.uniqueArray(words, { minLength: 1 }).map((some) => ({ texts: some })),
    ),
    scores: fc.dictionary(ids, fc.record({ recall: times, cost: times })),
    answers: fc.dictionary(ids, fc.record({ question: words, choice: times, right: fc.boolean() })),
    opened: fc.constantFrom("", "2026-11-30T00:00:00.000Z", "2026-12-01T00:00:00.000Z"),
  })
  .map((held): Notes => structuredClone({ ...empty(), ...held })); // with the prototypes that JSON gives
const sides = fc.dictionary(ids, fc.constantFrom("mine" as const, "theirs" as const));

/** Everything a reader wrote: not the text that is the lesson's own. */
const written = (held: Notes): string[] =>
  Object.entries(held.texts).flatMap(([id, { text, starter, others }]) =>
    [...(hashOf(text) === starter ? [] : [text]), ...others].map((one) => `${id}: ${one}`),
  );
const holds = (held: Notes, id: string, text: string): boolean =>
  [held.texts[id]?.text, ...(held.texts[id]?.others ?? [])].includes(text);

test("bringing two notes together loses no text, no pass, no try and no answer, whatever is chosen", () => {
  fc.assert(
    fc.property(notes, notes, sides, (mine, theirs, chosen) => {
      const both = merge(mine, theirs, chosen);
      for (const one of [...written(mine), ...written(theirs)]) {
        const [, id = "", text = ""] = /^(.*?): (.*)$/s.exec(one) ?? [];
        assert.ok(holds(both, id, text), `${one} is lost`);
      }
      for (const held of [mine, theirs]) {
        for (const kind of ["passes", "tries", "scores", "answers"] as const) {
          for (const key of Object.keys(held[kind])) assert.ok(key in both[kind]);
        }
        for (const [slug, tries] of Object.entries(held.tries)) {
          assert.ok(tries.texts.every((hash) => both.tries[slug]?.texts.includes(hash)));
        }
        assert.ok(both.opened >= held.opened);
      }
      for (const [id, side] of Object.entries(chosen)) {
        const want = { mine, theirs }[side].texts[id];
        if (mine.texts[id] && theirs.texts[id]) assert.equal(both.texts[id]?.text, want?.text);
      }
      assert.deepEqual(upgrade(both), both);
    }),
    { numRuns: 300 },
  );
});

test("bringing the same notes together once more changes nothing", () => {
  fc.assert(
    fc.property(notes, notes, (mine, theirs) => {
      const once = merge(mine, theirs);
      assert.deepEqual(new Set(written(merge(once, theirs))), new Set(written(once)));
      assert.deepEqual(merge(once, once), once);
    }),
  );
});

/** What two tabs do, each knowing what it saw last: text by text, or a look at what is stored. */
const steps = fc.array(
  fc.record({
    tab: fc.constantFrom("x", "y"),
    act: fc.constantFrom("type", "type", "look", "put aside", "again"),
    text: words,
  }),
  { maxLength: 20 },
);

test("whatever two tabs write in turn, the last text is shown and every text that was replaced unseen is kept", () => {
  fc.assert(
    fc.property(steps, (todo) => {
      let stored = empty();
      const tabs = { x: { at: "", text: STARTER }, y: { at: "", text: STARTER } };
      const done: Change[] = [];
      let now = Date.UTC(2026, 11, 1);
      for (const { tab, act, text } of todo) {
        const own = tabs[tab];
        const held: SavedText | undefined = stored.texts["cell-1"];
        if (act === "look") {
          if (held) Object.assign(own, { at: held.at, text: held.text });
          continue;
        }
        if (act === "again") {
          const last = done.at(-1); // found once more beside the database
          if (last) assert.deepEqual(apply(stored, last), stored);
          continue;
        }
        now += 1;
        const at = makeStamp(new Date(now), own.at, tab);
        const aside = act === "put aside" && own.text !== STARTER ? [own.text] : [];
        const change: Change = {
          ...{ kind: "text", id: "cell-1", starter: hashOf(STARTER), at, over: own.at, aside },
          text: act === "put aside" ? STARTER : text,
        };
        const seen = !held || held.at === own.at;
        stored = apply(stored, change);
        done.push(change);
        assert.equal(stored.texts["cell-1"]?.text, change.text);
        if (!seen && held.text !== STARTER) assert.ok(holds(stored, "cell-1", held.text));
        for (const one of aside) assert.ok(holds(stored, "cell-1", one));
        assert.ok((stored.texts["cell-1"]?.others.length ?? 0) <= KEPT + todo.length);
        Object.assign(own, { at, text: change.text });
      }
    }),
    { numRuns: 300 },
  );
});

test("changes that wait are joined without a difference, and those that are being stored stay", () => {
  const text = (id: string, at: string, over: string, aside: string[] = []): Change => ({
    ...{ kind: "text", id, starter: hashOf(STARTER), text: `${id} ${at}`, at, over, aside },
  });
  const done: Change[] = [
    text("cell-1", "2026-12-01T00:00:00.001Z-x", ""),
    { kind: "try", slug: "send", text: "1-a" },
    text("cell-1", "2026-12-01T00:00:00.002Z-x", "2026-12-01T00:00:00.001Z-x", ["kept"]),
    text("cell-2", "2026-12-01T00:00:00.003Z-x", ""),
    { kind: "pass", slug: "send", on: "2026-12-01T00:00:00.000Z" },
    text("cell-1", "2026-12-01T00:00:00.004Z-x", "2026-12-01T00:00:00.002Z-x"),
  ];
  const joined = done.reduce<Change[]>((waiting, change) => append(waiting, change, 0), []);
  assert.equal(joined.length, 4);
  assert.deepEqual(applyAll(empty(), joined), applyAll(empty(), done));
  const flying = done.reduce<Change[]>((waiting, change) => append(waiting, change, 1), []);
  assert.equal(flying[0], done[0]);
  assert.deepEqual(applyAll(empty(), flying), applyAll(empty(), done));
});

test("a stamp is later than the one it replaces, whatever the clock says, and names its tab", () => {
  const first = makeStamp(new Date("2026-12-01T10:00:00Z"), "", "abc");
  const next = makeStamp(new Date("2020-01-01T00:00:00Z"), first, "def");
  assert.ok(next > first && first > LONG_AGO);
  for (const stamp of [first, next, LONG_AGO]) assert.ok(isStamp(stamp));
  for (const bad of ["", "2026-12-01", "2026-13-01T00:00:00.000Z-a", 7, null]) {
    assert.equal(isStamp(bad), false);
  }
  assert.equal(sameTab(first, next), false);
});

test("what looks like an API key is left out, and the rest stays", () => {
  const key = `sk-ant-api03-${"Ab9_-".repeat(8)}`;
  assert.equal(withoutKeys(`f("${key}")\n# ${key}`), `f("${REMOVED}")\n# ${REMOVED}`);
  for (const text of ["risk-free", 'api_key="offline"', "sk-1", "task-abcdefghijklmnopqrst"]) {
    assert.equal(withoutKeys(text), text);
  }
});
