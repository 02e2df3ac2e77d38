/** Each rule of the style sheet is in the sheet of the side that its class is of. */
import { expect, test } from "vitest";
import { type Sheet, splitStyles } from "./split-styles.ts";

const sides: Record<string, Sheet> = { a_page: "client", b_list: "staff", b_turn: "staff", c_button: "common" };
const split = (css: string) => splitStyles(css, (name) => sides[name]);

test("rules go with their class, in their order, and what has none is common", () => {
  expect(
    split(`@layer base,ours;:root{--x:1}.a_page{color:red}.b_list,.b_list>a{color:blue}.a_page:has(b){top:0}`),
  ).toEqual({
    common: "@layer base,ours;:root{--x:1}",
    client: ".a_page{color:red}.a_page:has(b){top:0}",
    staff: ".b_list,.b_list>a{color:blue}",
  });
});

test("groups are split, and stay around the rules of each side", () => {
  expect(split("@media print{.a_page{top:0}.c_button{top:1px}@supports (display:grid){.b_list{top:2px}}}")).toEqual({
    common: "@media print{.c_button{top:1px}}",
    client: "@media print{.a_page{top:0}}",
    staff: "@media print{@supports (display:grid){.b_list{top:2px}}}",
  });
});

test("animations, fonts and layers stay whole", () => {
  const font = "@font-face{font-family:x;src:url(a.woff2)}";
  const layer = "@layer base{.mantine-Button{top:0}@media print{.mantine-Button{top:1px}}}";
  expect(split(`${font}@keyframes b_turn{50%{opacity:.3}}${layer}`)).toEqual({
    common: font + layer,
    client: "",
    staff: "@keyframes b_turn{50%{opacity:.3}}",
  });
});

test("braces in texts and addresses end no rule", () => {
  const css = String.raw`.a_page:after{content:"}\"{"}.b_list{background:url(data:image/svg+xml,{;})}`;
  const parts = split(css);
  expect(parts.client + parts.staff).toBe(css);
});

test("a sheet that is cut off is refused", () => expect(() => split(".a_page{top:0")).toThrow());
