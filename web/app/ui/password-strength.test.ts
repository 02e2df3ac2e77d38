import { expect, test } from "vitest";
import { strengthOf } from "./password-strength.ts";

test("a phrase is strong and a known word weak in every script", () => {
  for (const phrase of ["тихо пристанище на зазоряване", "żółta łódź o świcie rano", "静かな港の夜明けの灯台守"])
    expect(strengthOf(phrase, []), phrase).toBe(4);
  for (const word of ["паролапарола", "йцукенгшщзхъ", "обичамобичам", "hasłohasłohasło"])
    expect(strengthOf(word, []), word).toBeLessThanOrEqual(1);
});

test("the person's own name makes a password weak, whatever its script and the signs around it", () => {
  expect(strengthOf("костадинка1234", ["Костадинка", "х@y.bg"])).toBeLessThan(strengthOf("костадинка1234", []));
  expect(strengthOf("brzęczyszczykiewicz", ["Grzegorz-Brzęczyszczykiewicz"])).toBeLessThanOrEqual(1);
});
