import { expect, test } from "vitest";
import { measureStrength } from "./password-strength.ts";

test("a phrase is strong and a known word weak in every script", () => {
  for (const phrase of ["тихо пристанище на зазоряване", "żółta łódź o świcie rano", "静かな港の夜明けの灯台守"])
    expect(measureStrength(phrase, []), phrase).toBe(4);
  for (const word of ["паролапарола", "йцукенгшщзхъ", "обичамобичам", "hasłohasłohasło"])
    expect(measureStrength(word, []), word).toBeLessThanOrEqual(1);
});

test("the person's own name makes a password weak, whatever its script and the signs around it", () => {
  expect(measureStrength("костадинка1234", ["Костадинка", "х@y.bg"])).toBeLessThan(
    measureStrength("костадинка1234", []),
  );
  expect(measureStrength("brzęczyszczykiewicz", ["Grzegorz-Brzęczyszczykiewicz"])).toBeLessThanOrEqual(1);
});
