import { describe, expect, test } from "vitest";
import { checkVat, normaliseVat } from "./vat.ts";

describe("VAT numbers", () => {
  // python-stdnum's documentation, country by country (stdnum.eu.vat and the modules under it).
  test.each(
    (
      "ATU13585627 BE403019261 BE0428759497 BG175074752 BG7523169263 CY10259033P CZ25123891 CZ7103192745 DE136695976 " +
      "DK13585628 EE100931558 EL094259216 GR094259216 ESJ99216582 FI20774740 FR83404833048 FR40303265045 HR33392005961 " +
      "HU12892312 IE6433435F IE6433435OA IE8D79739I IT00743110157 LT119511515 LT100001919017 LU15027442 LV40003521600 " +
      "MT11679112 NL004495445B01 NL123456789B13 PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619 " +
      "GB980780684 XI980780684 CHE100155212MWST NO988077917MVA"
    ).split(" "),
  )("%s passes", (vat) => {
    expect(checkVat(vat)).toBeUndefined();
    expect(checkVat(`${vat.slice(0, 2)} ${vat.slice(2).toLowerCase()}`)).toBeUndefined();
  });

  test.each([
    ["ATU13585626", "badChecksum"],
    ["BG175074751", "badChecksum"],
    ["DE136695978", "badChecksum"],
    ["PL8567346216", "badChecksum"],
    ["NL004495445B02", undefined],
    ["NL123456789B12", "badChecksum"],
    ["FR84323140391", "badChecksum"],
    ["DE12345678", "badFormat"],
    ["175074752", "badFormat"],
    ["US123456789", "unknownCountry"],
    ["BG0000000000", "badFormat"],
    ["FI00000000", "badFormat"],
    ["GB000000000", "badFormat"],
    ["", "badFormat"],
  ])("%s: %s", (vat, fault) => {
    expect(checkVat(vat)).toBe(fault);
  });

  test("Greece writes EL", () => {
    expect(normaliseVat("GR 094259216")).toBe("EL094259216");
  });
});
