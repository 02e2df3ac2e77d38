import { findCurrency } from "@portico/api/currencies.ts";
import { isCountry } from "@portico/kyc/country-codes.ts";
import { tinRule } from "@portico/kyc/tin.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const read = async (id: string) => (await app.anonymous.countries.get({ params: { id } })).countries;

test("a stranger reads a country's names, calling code, currency, membership and tax numbers", async () => {
  const [poland, ...more] = await read("PL");
  expect(more).toEqual([]);
  expect(poland).toMatchObject({
    code: "PL",
    names: { bg: "Полша", en: "Poland", pl: "Polska" },
    callingCode: "48",
    eu: true,
    eea: true,
    currency: "PLN",
    taxNumber: { known: true },
  });
  expect((await read("bg"))[0]).toMatchObject({ callingCode: "359", currency: "EUR" });
});

test("the EEA has thirty countries, three of them outside the EU", async () => {
  const all = await read("all");
  expect(all.filter(({ eea }) => eea)).toHaveLength(30);
  expect(all.filter(({ eea, eu }) => eea && !eu).map(({ code }) => code)).toEqual(["IS", "LI", "NO"]);
  expect((await read("CH"))[0]).toMatchObject({ eea: false, eu: false, callingCode: "41" });
});

test("all of ISO 3166-1 and Kosovo are there, once, by code, each in three languages and with a currency that the portal knows", async () => {
  const all = await read("all");
  const codes = all.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)].toSorted());
  expect(codes).toHaveLength(250);
  expect(codes.filter((code) => !isCountry(code))).toEqual(["XK"]);
  for (const { names } of all) expect(Object.values(names).every((name) => name.length > 2)).toBe(true);
  const unknown = all.filter(({ currency }) => currency !== null && findCurrency(currency) === undefined);
  expect(unknown.map(({ code }) => code)).toEqual([]);
});

test("a country's example of a tax number fits its pattern and passes its check", async () => {
  for (const { code, taxNumber } of await read("all"))
    for (const holder of ["person", "company"] as const) {
      const { pattern, example } = taxNumber[holder];
      if (example === null) continue;
      expect(example, code).toMatch(new RegExp(pattern));
      expect(tinRule(code, holder).check(example), code).toBeUndefined();
    }
});

test("a country that is none is not found, an object's own methods among them", async () => {
  for (const id of ["XX", "ALL", "toString", "1"])
    expect(await read(id).catch((error: { code: string }) => error.code), id).toBe("notFound");
});

test("the visitor's country is still a call of its own", async () => {
  expect(await app.anonymous.countries.getVisitorCountry()).toEqual({ country: null });
});

test("what is the same for everyone may be kept, what is the visitor's or refused may not", async () => {
  const cached = async (path: string) => (await app.app.inject(path)).headers["cache-control"];
  expect(await cached("/countries/all")).toBe("public, max-age=86400");
  expect(await cached("/countries/visitor")).toBe("no-store");
  expect(await cached("/countries/XX")).toBe("no-store");
});
