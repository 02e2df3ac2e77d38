import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countryOfDocumentCode, countryOfNumeric, isCountry } from "./country-codes.ts";
import { checkMrz, mrzCheckDigit, readMrz } from "./mrz.ts";
import { namesAgree } from "./mrz-names.ts";

const today = "2026-11-21";
// ICAO Doc 9303: the specimens of part 4 (appendix B), part 5 and part 6.
const td3 = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";
const td1 = "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<";
const td2 = "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6";

/** A Bulgarian or Polish passport with the given names and correct check digits. */
function passport({
  surname = "IVANOVA",
  given = "MARIA<PETROVA",
  birth = "850315",
  number = "387654321",
  country = "BGR",
}): string {
  const first = `P<${country}${surname}<<${given}`.slice(0, 44).padEnd(44, "<");
  const birthPart = birth + mrzCheckDigit(birth);
  const expiry = `310314${mrzCheckDigit("310314")}`;
  const numberPart = number + mrzCheckDigit(number);
  const data = "8503156891".padEnd(14, "<");
  const dataPart = data + mrzCheckDigit(data);
  const composite = mrzCheckDigit(numberPart + birthPart + expiry + dataPart);
  return `${first}\n${numberPart}${country}${birthPart}F${expiry}${dataPart}${composite}`;
}

describe("the machine-readable zone", () => {
  test("of a passport is read", () => {
    expect(readMrz(td3, today)).toEqual({
      format: "TD3",
      documentCode: "P",
      issuer: "UTO",
      nationality: "UTO",
      documentNumber: "L898902C3",
      birthDate: "1974-08-12",
      expires: "2012-04-15",
      expiryDigits: "120415",
      sex: "female",
      surname: "ERIKSSON",
      givenNames: "ANNA MARIA",
      surnameCut: false,
      givenNamesCut: false,
      optionalData: "ZE184226B",
      faults: [],
    });
  });
  test.each([
    ["TD1", td1],
    ["TD2", td2],
  ])("of a card (%s) is read", (format, zone) => {
    expect(readMrz(zone, today)).toMatchObject({
      format,
      documentCode: "I",
      issuer: "UTO",
      nationality: "UTO",
      documentNumber: "D23145890",
      birthDate: "1974-08-12",
      expires: "2012-04-15",
      sex: "female",
      surname: "ERIKSSON",
      givenNames: "ANNA MARIA",
      optionalData: "",
      faults: [],
    });
  });
  test("a number that is longer than its field runs on in the optional data", () => {
    // ICAO Doc 9303-5, 4.2.4: the example of a number longer than nine characters.
    const zone = "I<UTOD23145890<7349<<<<<<<<<<<\n3407127M9507122UTO<<<<<<<<<<<2\nSTEVENSON<<PETER<JOHN<<<<<<<<<";
    expect(readMrz(zone, today)).toMatchObject({ documentNumber: "D23145890734", optionalData: "", faults: [] });
  });
  test("is read from one line, small letters, guillemets and stray spaces", () => {
    const typed = td3.toLowerCase().replace("<<", "«").replace("\n", "  \r\n ");
    expect(readMrz(typed, today)).toEqual(readMrz(td3, today));
    expect(readMrz(td1.replaceAll("\n", ""), today)).toEqual(readMrz(td1, today));
  });
  test("a space typed between two names is the filler that is printed there", () => {
    // cheminfo/mrz, issue 7.
    const zone = "P<CANEISENBERG<<ANDREW DAVID<<<<<<<<<<<<<<<<\nAC773749<3CAN7612220M2710257<<<<<<<<<<<<<<00";
    expect(readMrz(zone, today)).toMatchObject({ surname: "EISENBERG", givenNames: "ANDREW DAVID", faults: [] });
    expect(checkMrz(zone.replace("AC773749<", "AC773749 "), today)).toBeUndefined();
  });
  test("tells by name which check digit disagrees", () => {
    expect(readMrz(td3.replace("L898902C3", "L898902C4"), today)?.faults).toEqual(["documentNumber", "composite"]);
    expect(readMrz(td3.replace("740812", "740813"), today)?.faults).toEqual(["birthDate", "composite"]);
    expect(readMrz(td3.replace("120415", "120416"), today)?.faults).toEqual(["expires", "composite"]);
    expect(readMrz(td3.replace("ZE184226B", "ZE184226C"), today)?.faults).toEqual(["optionalData", "composite"]);
    expect(readMrz(`${td3.slice(0, -1)}1`, today)?.faults).toEqual(["composite"]);
  });
  test.each([
    [td3, undefined],
    [td1, undefined],
    [td2, undefined],
    [td3.replace("L898902C3", "L898902C4"), "badChecksum"],
    [td3.slice(0, -1), "badLength"],
    [td3.replace("ANNA", "ÅNNA"), "badFormat"],
    [td3.replace("P<", "V<"), "badFormat"],
    ["", "badLength"],
  ])("%j: %s", (zone, fault) => {
    expect(checkMrz(zone, today)).toBe(fault);
  });
  test("a day of birth that does not exist is refused though its check digit agrees", () => {
    expect(checkMrz(passport({ birth: "850230" }), today)).toBe("badDate");
  });
  test("a birthday is never to come: the century is chosen by today", () => {
    expect(readMrz(passport({ birth: "261121" }), today)?.birthDate).toBe("2026-11-21");
    expect(readMrz(passport({ birth: "261122" }), today)?.birthDate).toBe("1926-11-22");
    expect(readMrz(passport({ birth: "850315" }), today)?.expires).toBe("2031-03-14");
  });
  test("a Bulgarian passport carries the EGN", () => {
    expect(readMrz(passport({}), today)).toMatchObject({ issuer: "BGR", optionalData: "8503156891", faults: [] });
  });
  test("one wrong digit in any controlled part is always found", () => {
    const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 43];
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.integer({ min: 1, max: 9 }),
        fc.stringMatching(/^\d{9}$/),
        (place, by, number) => {
          const zone = passport({ number });
          expect(checkMrz(zone, today)).toBeUndefined();
          const at = 45 + place;
          const wrong = zone.slice(0, at) + ((Number(zone[at]) + by) % 10) + zone.slice(at + 1);
          expect(readMrz(wrong, today)?.faults).not.toEqual([]);
        },
      ),
      { numRuns: 1000 },
    );
  });
  test("anything at all may be typed, and is answered", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[PIA<][A-Z\d<]{87}$|^[PIA][A-Z\d<]{89}$|^[PIA][A-Z\d<]{71}$/), (zone) => {
        expect(() => checkMrz(zone, today)).not.toThrow();
      }),
    );
  });
});

describe("names of the form and of the zone", () => {
  const zone = (surname: string, given: string) => {
    const read = readMrz(passport({ surname, given }), today);
    if (!read) throw new Error("not a zone");
    return read;
  };
  test.each([
    ["IVANOVA", "MARIA<PETROVA", "Maria", "Ivanova"],
    ["IVANOVA", "MARIA<PETROVA", "Мария", "Иванова"],
    ["SHTARBANOV", "ZHECHO", "Жечо", "Щърбанов"],
    ["YORDANOVA", "YULIA", "Юлия", "Йорданова"],
    ["ZOLC", "LUKASZ", "Łukasz", "Żółć"],
    ["BRZECZYSZCZYKIEWICZ", "GRZEGORZ", "Grzegorz", "Brzęczyszczykiewicz"],
    ["KOWALSKA<NOWAK", "ANNA<MARIA", "Anna Maria", "Kowalska-Nowak"],
    ["MUELLER", "JOERG", "Jörg", "Müller"],
    ["MULLER", "JORG", "Jörg", "Müller"],
    ["MUXXLLER", "JORG", "Jörg", "Müller"],
    ["GROSS", "HANS", "Hans", "Groß"],
    ["OBRIAN", "SEAN", "Seán", "O'Brian"],
    ["AAGAARD", "SOEREN", "Søren", "Aagaard"],
    ["NUNEZ", "JOSE<LUIS", "José", "Núñez"],
    ["ELIYEV", "RESHAD", "Rəşhad", "Əliyev"],
    ["ALIYEV", "RASHAD", "Rəşhad", "Əliyev"],
    ["ORSI", "ZSOFIA", "Zsófia", "Őrsi"],
    ["OERSI", "ZSOFIA", "Zsófia", "Őrsi"],
    ["OXXRSI", "JENOXX", "Jenő", "Őrsi"],
    ["FUZES", "BULENT", "Bülent", "Fűzes"],
    ["KILIC", "IPEK", "İpek", "Kılıç"],
  ])("%s<<%s agrees with %s %s", (surname, given, first, last) => {
    expect(namesAgree(zone(surname, given), first, last)).toBe(true);
  });
  test.each([
    ["IVANOVA", "MARIA<PETROVA", "Maria", "Petrova"],
    ["IVANOVA", "MARIA", "Marie", "Ivanova"],
    ["IVANOVA", "MARIANA", "Maria", "Ivanova"],
    ["IVANOVA", "MARIA", "Maria", "Ivanov"],
    ["IVANOV", "MARIN", "Marin", "Ivanova"],
    ["IVANOVA", "MARIA", "", "Ivanova"],
    ["IVANOVA", "MARIA", "Maria", ""],
  ])("%s<<%s does not agree with %s %s", (surname, given, first, last) => {
    expect(namesAgree(zone(surname, given), first, last)).toBe(false);
  });
  test("a name of letters with many spellings is compared at once", () => {
    const soft = zone("IVANOVA", "Y".repeat(20));
    expect(namesAgree(soft, "Ь".repeat(500), "Ivanova")).toBe(true);
    expect(namesAgree(soft, `${"Ь".repeat(500)}К`, "Ivanova")).toBe(false);
  });
  test("a name that the line cut short agrees with what is left of it", () => {
    const cut = zone("PAPANDROPOULOUS", "JONATHON<WARREN<TREVOR<CHRISTOPHER");
    expect(cut.givenNamesCut).toBe(true);
    expect(namesAgree(cut, "Jonathon Warren Trevor Christopher", "Papandropoulous")).toBe(true);
    expect(namesAgree(cut, "Jonathon Warren Walter", "Papandropoulous")).toBe(false);
  });
  test.each([
    // ICAO Doc 9303-4, 4.2.3.1: names shortened to letters, to parts, and left out.
    [
      "BENNELONG<WOOLOOMOOLOO<WARRANDYTE<W",
      "DINGO<POTOROO",
      "Dingo Potoroo",
      "Bennelong Wooloomooloo Warrandyte Warnambool",
    ],
    ["BENN<WOOL<WARR<WARN", "DINGO<POTOROO<WALLABY<K", "Dingo", "Bennelong Wooloomooloo Warrandyte Warnambool"],
    ["WOLFESCHLEGELSTEINHAUSENBERGERD", "HUBERTX", "Hubertxander", "Wolfeschlegelsteinhausenbergerdorff"],
  ])("%s<<%s is a shortened %s %s", (surname, given, first, last) => {
    const cut = zone(surname, given);
    expect(cut.givenNamesCut).toBe(true);
    expect(namesAgree(cut, first, last)).toBe(true);
    expect(namesAgree(cut, `Q${first}`, last)).toBe(false);
    expect(namesAgree(cut, first, `Q${last}`)).toBe(false);
  });
  test("a surname that fills the line leaves no given name", () => {
    const long = "NILAVADHANANANDASUVANNAPHUMCHAROENKIT";
    for (const surname of [long, `${long}AB`]) {
      const cut = zone(surname, "");
      expect(cut).toMatchObject({ givenNames: "", surnameCut: true });
      expect(namesAgree(cut, "Chayapa", `${surname}WONGSAKUL`)).toBe(true);
      expect(namesAgree(cut, "", surname)).toBe(false);
      expect(namesAgree(cut, "Chayapa", "Ivanova")).toBe(false);
    }
    expect(zone("IVANOVA", "").surnameCut).toBe(false);
    expect(namesAgree(zone("IVANOVA", ""), "Maria", "Ivanova")).toBe(false);
  });
});

describe("country codes", () => {
  test("by number and by letters", () => {
    expect(countryOfNumeric("100")).toBe("BG");
    expect(countryOfNumeric("004")).toBe("AF");
    expect(countryOfNumeric("716")).toBe("ZW");
    expect(countryOfNumeric("000")).toBeUndefined();
    expect(isCountry("BG")).toBe(true);
    expect(isCountry("SU")).toBe(false);
    expect(isCountry("bg")).toBe(false);
  });
  test.each([
    ["BGR", "BG"],
    ["POL", "PL"],
    ["D", "DE"],
    ["GBN", "GB"],
    ["RKS", "XK"],
    ["UTO", undefined],
    ["XXA", undefined],
    ["UNO", undefined],
  ])("of a document: %s is %s", (code, country) => {
    expect(countryOfDocumentCode(code)).toBe(country);
  });
});
