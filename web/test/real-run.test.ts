import assert from "node:assert/strict";
import { test } from "node:test";
import { headersOf, isCall } from "../src/real-api.ts";
import { faultOf } from "../src/real-key.ts";

test("only the calls of the course are sent, and none to another host", () => {
  assert.equal(isCall("POST", "/v1/messages"), true);
  assert.equal(isCall("POST", "/v1/messages/count_tokens"), true);
  for (const path of [
    "/v1/files",
    "/v1/messages/batches",
    "@cdn.example/v1/messages",
    "/v1/messages?x",
    "",
  ]) {
    assert.equal(isCall("POST", path), false, path);
  }
  assert.equal(isCall("DELETE", "/v1/messages"), false);
});

test("the key goes on as a header; the SDK's stand-in for it does not", () => {
  const given = {
    Authorization: "Bearer held",
    "anthropic-version": "2026-10-21",
    "x-stainless-os": "x",
  };
  assert.deepEqual(headersOf(given, "sk-ant-1"), [
    ["anthropic-version", "2026-10-21"],
    ["x-api-key", "sk-ant-1"],
    ["anthropic-dangerous-direct-browser-access", "true"],
  ]);
});

test("a text that is no key is told apart, and not repeated", () => {
  assert.equal(faultOf("sk-ant-api03-abc_DEF"), "");
  for (const wrong of ["", "sk-ant-a b", "sk-proj-1", "sk-ant-ä"]) {
    const fault = faultOf(wrong);
    assert.ok(fault, wrong);
    assert.ok(wrong === "" || !fault.includes(wrong), fault);
  }
});
