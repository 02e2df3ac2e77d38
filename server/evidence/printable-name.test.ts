/** The rule for names says the same as the fonts. */
import { isPrintableName } from "@portico/api/rules/printable-name.ts";
import { openFaces } from "@portico/pdf/layout/faces.ts";
import { expect, test } from "vitest";

test("what a name may contain can be printed in every face, and other scripts are refused", () => {
  const faces = Object.values(openFaces());
  const lacking: string[] = [];
  for (let code = 0x20; code < 0x3000; code += 1) {
    const sign = String.fromCodePoint(code);
    if (
      sign.normalize("NFC") === sign &&
      isPrintableName(sign) &&
      !faces.every((face) => face.hasGlyphForCodePoint(code))
    )
      lacking.push(sign);
  }
  expect(lacking).toEqual([]);
  for (const name of ["Иван Петров", "Łukasz Żółć", "José-María O’Neill", "Нікос Παπαδόπουλος", "И\u0306осиф"])
    expect([name, isPrintableName(name)]).toEqual([name, true]);
  for (const name of ["王小明", "ნინო", "نور", "Nguyễn", "🙂"])
    expect([name, isPrintableName(name)]).toEqual([name, false]);
});
