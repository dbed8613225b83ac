import assert from "node:assert/strict";
import { test } from "node:test";
import { CompletionContext } from "@codemirror/autocomplete";
import { python } from "@codemirror/lang-python";
import { EditorState } from "@codemirror/state";
import { sourceOf } from "../src/completion.ts";
import type { Member } from "../src/protocol.ts";
import { attributesIn, callAt, memberAt, namesIn } from "../src/python-text.ts";

/** A state with the cursor at the bar. */
function at(text: string): [EditorState, number] {
  const cursor = text.indexOf("|");
  return [EditorState.create({ doc: text.replace("|", ""), extensions: [python()] }), cursor];
}

test("the object before a dot is found, also where the text is not finished", () => {
  const of = (text: string) => memberAt(...at(text))?.of;
  assert.equal(of("client.|"), "client");
  assert.equal(of("reply = client.messages.cre|"), "client.messages");
  assert.equal(of("print(reply.content[0].|)"), "reply.content[0]");
  assert.equal(of("x = f(1).|\ny = 2"), "f(1)");
  assert.equal(of('"a, b".|'), '"a, b"');
  assert.equal(of('f"{reply.|}"'), "reply");
  assert.equal(of("client|.messages"), undefined);
  assert.equal(of('"client.|"'), undefined);
  assert.equal(of("# client.|"), undefined);
  assert.equal(of("1 + |"), undefined);
  assert.equal(of("reply. content|"), undefined);
});

test("the call around the cursor is the innermost one that is still open there", () => {
  const of = (text: string) => callAt(...at(text))?.of;
  assert.equal(of("client.messages.create(|"), "client.messages.create");
  assert.equal(of("f(a, g(b|), c)"), "g");
  assert.equal(of("f(a, g(b)|, c)"), "f");
  assert.equal(of("f(a)|"), undefined);
  assert.equal(of("f|(a)"), undefined);
  assert.equal(of("(|1, 2)"), undefined);
  assert.equal(of("f(\n  max_tokens=|\n)"), "f");
});

test("names and attributes are read off a text", () => {
  const text =
    "import json, os.path\nfrom turnkeeper import connect as link, turns\nclient: X = link()\n" +
    "a, b = 1, 2\nif a == 3: pass\nfor n in (1,):\n    async def go(x): ...\nwith open('f') as f: c.messages\n";
  assert.deepEqual(
    namesIn(text).sort(),
    "a b client connect f go json link n os turns".split(" ").sort(),
  );
  assert.deepEqual(attributesIn("c.messages.create(1.5).x + 'a'"), ["messages", "create", "x"]);
});

async function complete(text: string, explicit: boolean, members: Member[] | null) {
  const asked: [string, string[]][] = [];
  const source = sourceOf({
    above: () => ["history = []\nreply.content"],
    ask: async (want, of, cells) => {
      if (want === "members") asked.push([of, cells]);
      return members as never;
    },
  });
  const [state, cursor] = at(text);
  const result = await source(new CompletionContext(state, cursor, explicit));
  return { asked, from: result?.from, labels: result?.options.map(({ label }) => label) };
}

test("after a dot the list comes by itself, with what Python knows", async () => {
  const { asked, from, labels } = await complete("x = client.me|", false, [
    ["messages", "property"],
  ]);
  assert.deepEqual(asked, [["client", ["history = []\nreply.content", "x = client.me"]]]);
  assert.deepEqual([from, labels], [11, ["messages"]]);
});

test("elsewhere it comes when it is asked for, with the names in scope and no template", async () => {
  assert.deepEqual(await complete("hi|", false, []), {
    asked: [],
    from: undefined,
    labels: undefined,
  });
  const { labels = [] } = await complete("def f(word):\n    wo|", true, [["client", "variable"]]);
  for (const name of ["client", "history", "word", "len", "return"])
    assert.ok(labels.includes(name), name);
  assert.equal(new Set(labels).size, labels.length);
});

test("without Python the words of the texts are offered, and only when asked for", async () => {
  assert.equal((await complete("client.|", false, null)).labels, undefined);
  assert.deepEqual((await complete("client.|", true, null)).labels, ["content"]);
  assert.equal((await complete("'text|'", true, null)).labels, undefined);
});
