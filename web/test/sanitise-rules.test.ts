import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isHarmlessStyle,
  judgeElement,
  keepsAttribute,
  withOwnIds,
} from "../src/sanitise-rules.ts";

test("what runs or embeds goes with its content; an unknown element only loses its tag", () => {
  for (const name of ["script", "STYLE", "iframe", "object", "foreignObject", "template", "base"]) {
    assert.equal(judgeElement(name), "drop", name);
  }
  for (const name of ["form", "input", "custom-thing", "html", "animate", "set", "video"]) {
    assert.equal(judgeElement(name), "unwrap", name);
  }
  for (const name of ["table", "caption", "svg", "clipPath", "linearGradient", "details"]) {
    assert.equal(judgeElement(name), "keep", name);
  }
});

test("no handler and no unknown attribute stays", () => {
  for (const name of [
    "onclick",
    "ONLOAD",
    "srcdoc",
    "formaction",
    "background",
    "ping",
    "target",
  ]) {
    assert.equal(keepsAttribute("div", name, "x"), false, name);
  }
  assert.equal(keepsAttribute("div", "data-md-component", "search"), false);
  for (const name of ["title", "aria-label", "viewBox", "colspan"]) {
    assert.equal(keepsAttribute("div", name, "x"), true, name);
  }
});

test("links go to the web or to a place on the page; nothing is fetched by itself", () => {
  assert.equal(keepsAttribute("a", "href", "https://example.org/"), true);
  assert.equal(keepsAttribute("a", "href", "#here"), true);
  for (const bad of [
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "data:text/html,x",
    "//x.org",
  ]) {
    assert.equal(keepsAttribute("a", "href", bad), false, bad);
  }
  assert.equal(keepsAttribute("img", "src", "data:image/png;base64,AAAA"), true);
  assert.equal(keepsAttribute("img", "src", "https://example.org/p.png"), false);
  assert.equal(keepsAttribute("img", "src", "data:image/svg+xml;base64,AAAA"), false);
  assert.equal(keepsAttribute("img", "srcset", "https://example.org/p.png 2x"), false);
  assert.equal(keepsAttribute("use", "xlink:href", "#mark"), true);
  assert.equal(keepsAttribute("use", "href", "https://example.org/a.svg#x"), false);
  assert.equal(keepsAttribute("image", "href", "https://example.org/p.png"), false);
});

test("a style may draw but not fetch, import or cover the page", () => {
  for (const good of [
    "width:12.5%;background:#1f5fa8",
    "background:repeating-linear-gradient(135deg,#1f5fa8 0 6px,color-mix(in srgb,#1f5fa8 80%,#fff) 6px 9px)",
    "fill:url(#gradient)",
  ]) {
    assert.equal(isHarmlessStyle(good), true, good);
  }
  for (const bad of [
    "background:url(https://example.org/p.png)",
    "background:URL( 'https://example.org/p.png' )",
    "background:u/**/rl(https://example.org/p.png)",
    "background:\\75rl(https://example.org/p.png)",
    'background:image-set("https://example.org/p.png" 1x)',
    "fill:url(#a) url(https://example.org/)",
    "position:fixed;inset:0",
    "@import 'x'",
  ]) {
    assert.equal(isHarmlessStyle(bad), false, bad);
  }
});

test("an id is a plain name", () => {
  assert.equal(keepsAttribute("g", "id", "clip0"), true);
  assert.equal(keepsAttribute("div", "id", "__config"), false);
});

test("no class and no data is one that the page's own scripts and styles look for", () => {
  assert.equal(keepsAttribute("div", "class", "tk-view"), true);
  assert.equal(keepsAttribute("div", "class", "tk-row tk-row--dropped tk-row__text"), true);
  for (const bad of ["tk-cell", "tk-view md-overlay", "tk-rows", "tk-demo"]) {
    assert.equal(keepsAttribute("div", "class", bad), false, bad);
  }
  for (const bad of ["data-md-component", "data-cell", "data-requirement", "name"]) {
    assert.equal(keepsAttribute("div", bad, "1"), false, bad);
  }
  assert.equal(keepsAttribute("div", "tabindex", "0"), true);
  assert.equal(keepsAttribute("div", "tabindex", "5"), false);
});

test("an id and what refers to it get the output's own prefix", () => {
  const rename = (id: string) => `o-${id}`;
  assert.equal(withOwnIds("id", "cell-1", rename), "o-cell-1");
  assert.equal(withOwnIds("headers", "a b", rename), "o-a o-b");
  assert.equal(withOwnIds("aria-labelledby", "a", rename), "o-a");
  assert.equal(withOwnIds("xlink:href", "#mark", rename), "#o-mark");
  assert.equal(withOwnIds("fill", "url(#g)", rename), "url(#o-g)");
  assert.equal(
    withOwnIds("style", "fill: url( '#g' ); color: red", rename),
    "fill: url( '#o-g' ); color: red",
  );
  assert.equal(withOwnIds("href", "https://example.org/#g", rename), "https://example.org/#g");
});
