import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eeaCountries } from "./eea.ts";
import {
  checkNationalIdentifier,
  concat,
  identifierKinds,
  nationalIdentifier,
  personInIdentifier,
  reportDesignation,
  rulingNationality,
} from "./national-identifier.ts";

describe("CONCAT", () => {
  // ESMA/2016/1452, 5.5.4: examples of the guidelines.
  test.each([
    ["IE", "1980-01-13", "John", "O'Brian", "IE19800113JOHN#OBRIA"],
    ["HU", "1981-02-14", "Ludwig", "Van der Rohe", "HU19810214LUDWIROHE#"],
    ["US", "1973-03-22", "Victor", "Vandenberg", "US19730322VICTOVANDE"],
    ["NO", "1976-03-15", "Eli", "Ødegård", "NO19760315ELI##ODEGA"],
    ["LU", "1966-04-16", "Willeke", "de Bruijn", "LU19660416WILLEBRUIJ"],
    ["US", "1965-04-17", "Jon Ian", "Dewitt", "US19650417JON##DEWIT"],
    ["PT", "1990-05-17", "Amy-Ally", "Garção de Magalhães", "PT19900517AMYALGARCA"],
    ["FR", "1990-06-18", "Giovani", "dos Santos", "FR19900618GIOVASANTO"],
    ["DE", "1980-07-15", "Günter", "Voẞ", "DE19800715GUNTEVOS##"],
    ["IE", "1976-02-27", "SEAN", "MURPHY", "IE19760227SEAN#MURPH"],
    ["IE", "1951-12-12", "THOMAS", "MACCORMACK", "IE19511212THOMAMACCO"],
    ["FR", "1976-02-27", "PIERRE MARIE", "DUPONT", "FR19760227PIERRDUPON"],
  ])("of a national of %s, born %s, %s %s is %s's kind", (country, birthDate, first, last, code) => {
    expect(concat({ country, birthDate, first, last })).toBe(code);
  });

  test.each([
    ["Dr. Robert", "Ford", "ROBERFORD#"],
    ["Prof. Dr. Anna", "von dem Berg", "ANNA#BERG#"],
    ["prof.Robert", "Ford", "ROBERFORD#"],
    ["Mgr Łucja", "Żak", "LUCJAZAK##"],
    ["Siri", "Drage", "SIRI#DRAGE"],
    ["Jan", "van de Merwe", "JAN##MERWE"],
    ["Jean", "de l’Hôpital", "JEAN#HOPIT"],
    ["Jean", "d'Artagnan", "JEAN#DARTA"],
    ["Ciarán", "Mhic Giolla Phádraig", "CIARAPHADR"],
    ["Ian", "McDonald", "IAN##MCDON"],
    ["Ian", "Mc Donald", "IAN##DONAL"],
    ["Minh", "Le", "MINH#LE###"],
    ["Мария", "Щърбанова", "MARIASHTAR"],
    ["Bo", "Ek", "BO###EK###"],
    ["", "Suharto", "#####SUHAR"],
  ])("%s %s becomes %s", (first, last, letters) => {
    expect(concat({ country: "BG", birthDate: "1980-01-01", first, last })).toBe(`BG19800101${letters}`);
  });

  test("it has always 20 characters, whatever the names are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (first, last) => {
        expect(concat({ country: "BG", birthDate: "1980-01-01", first, last })).toMatch(/^BG19800101[A-Z#]{10}$/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("which nationality rules", () => {
  // Art. 6(3) of Delegated Regulation (EU) 2017/590.
  test.each([
    [["PL", "BG"], "BG"],
    [["US", "PL"], "PL"],
    [["AU", "SE", "LT"], "LT"],
    [["US", "CA"], "CA"],
    [["GB", "PL"], "PL"],
    [["GR", "IS"], "GR"],
    [["CH"], "CH"],
    [[], undefined],
  ])("of %j %s", (nationalities, ruling) => {
    expect(rulingNationality(nationalities)).toBe(ruling);
  });

  test("the order in which they were given does not matter", () => {
    const countries = fc.uniqueArray(fc.constantFrom("BG", "PL", "US", "GB", "AU", "SE", "TR", "IS"), { minLength: 1 });
    fc.assert(
      fc.property(countries, (list) => {
        expect(rulingNationality(list.toReversed())).toBe(rulingNationality(list));
      }),
    );
  });
});

describe("the identifiers of Annex II", () => {
  test.each([
    ["BG", ["personal", "concat"]],
    ["PL", ["personal", "tax"]],
    ["DE", ["concat"]],
    ["EE", ["personal"]],
    ["CY", ["passport", "concat"]],
    ["CZ", ["personal", "passport", "concat"]],
    ["NL", ["passport", "identityCard", "concat"]],
    ["MT", ["personal", "passport"]],
    ["US", ["passport", "concat"]],
    ["GB", ["passport", "concat"]],
    ["CH", ["passport", "concat"]],
  ])("of %s are %j, in this order", (country, kinds) => {
    expect(identifierKinds(country)).toEqual(kinds);
  });

  test("every country of the EEA has a row", () => {
    for (const country of eeaCountries) {
      const kinds = identifierKinds(country);
      if (!["CY"].includes(country)) expect(kinds).not.toEqual(identifierKinds("US"));
    }
    expect(eeaCountries.size).toBe(30);
  });

  test.each([
    ["BG", "personal", "752316 926 3", "BG7523169263"],
    ["PL", "personal", "44051401359", "PL44051401359"],
    ["PL", "tax", "PL 856-734-62-15", "PL8567346215"],
    ["CZ", "personal", "710319/2745", "CZ7103192745"],
    ["FI", "personal", "131052-308t", "FI131052-308T"],
    ["FI", "personal", "131052+308T", "FI131052+308T"],
    ["LV", "personal", "161175-19997", "LV16117519997"],
    ["SE", "personal", "19880320-0016", "SE198803200016"],
    ["IT", "personal", "RCCMNL83S18D969H", "ITRCCMNL83S18D969H"],
    ["MT", "personal", "12345m", "MT0012345M"],
    ["SI", "personal", "0101006 500006", "SI0101006500006"],
    ["US", "passport", "A 1234567", "USA1234567"],
  ] as const)("%s %s %s is reported as %s", (country, kind, value, reported) => {
    expect(checkNationalIdentifier({ country, kind, value })).toBeUndefined();
    expect(nationalIdentifier({ country, kind, value })).toBe(reported);
  });

  test.each([
    ["BG", "personal", "7523169264", "badChecksum"],
    // A foreigner's number does not identify a Bulgarian citizen.
    ["BG", "personal", "7111042925", "badChecksum"],
    ["PL", "personal", "8567346215", "badLength"],
    ["SE", "personal", "880320-0016", "badLength"],
    ["FI", "personal", "131052308T", "badLength"],
    ["SI", "personal", "0101006500007", "badChecksum"],
    ["GR", "personal", "123", "badLength"],
    ["GR", "personal", "0000000000", "badFormat"],
    ["MT", "personal", "0000000M", "badFormat"],
    ["IS", "personal", "0000000000", "badFormat"],
    ["US", "passport", "A1", "badLength"],
    ["US", "passport", "A12345é7", "badFormat"],
    ["US", "personal", "536904399", "unknownCountry"],
  ] as const)("%s %s %s is refused: %s", (country, kind, value, fault) => {
    expect(checkNationalIdentifier({ country, kind, value })).toBe(fault);
  });

  test("a CONCAT is reported as it was made", () => {
    const value = concat({ country: "DE", birthDate: "1980-07-15", first: "Günter", last: "Voß" });
    expect(nationalIdentifier({ country: "DE", kind: "concat", value })).toBe("DE19800715GUNTEVOS##");
  });

  test("of a form's person the designation is made or taken as typed", () => {
    const person = { birthDate: "1980-07-15", first: "Günter", last: "Voß" };
    expect(reportDesignation({ ...person, country: "DE", kind: "concat", value: "" })).toBe("DE19800715GUNTEVOS##");
    expect(reportDesignation({ ...person, country: "BG", kind: "personal", value: "752316 9263" })).toBe(
      "BG7523169263",
    );
  });

  test("EGN and PESEL tell birth date and sex", () => {
    expect(personInIdentifier({ country: "BG", kind: "personal", value: "7523169263" })?.birthDate).toBe("1875-03-16");
    expect(personInIdentifier({ country: "PL", kind: "personal", value: "44051401359" })?.birthDate).toBe("1944-05-14");
    expect(personInIdentifier({ country: "PL", kind: "tax", value: "8567346215" })).toBeUndefined();
    expect(personInIdentifier({ country: "RO", kind: "personal", value: "1630615123457" })).toBeUndefined();
  });
});
