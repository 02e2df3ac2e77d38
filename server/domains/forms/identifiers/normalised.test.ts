/** One identifier is the same text in every form, however and wherever it is written; what is none has no text. */
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { expect, test } from "vitest";
import { findShared } from "./comparison.ts";
import { listIdentified } from "./normalised.ts";

const person = (country: string, more: FormAnswers = {}): FormAnswers => ({
  identity: { firstName: "Ivan", lastName: "Petrov", birthDate: "1985-03-14", nationalities: [country] },
  ...more,
});
const numbersIn = (form: FormAnswers, type: "KYC" | "companyKYC" = "KYC"): string[] =>
  listIdentified(type, form).flatMap(({ numbers }) => numbers.map(({ number }) => number));
const identifier = (country: string, identifierKind: string, identifierValue: string) =>
  numbersIn(person(country, { nationalIdentifier: { identifierKind, identifierValue } }));
const tin = (taxCountry: string, number: string) =>
  numbersIn(person("DE", { tax: { taxResidences: [{ id: "t1", taxCountry, tin: number }] } }));
const card = (documentKind: string, documentNumber: string, documentCountry = "BG") =>
  numbersIn(person("DE", { document: { documentKind, documentNumber, documentCountry } }));
const company = (entity: Record<string, string>) =>
  new Set(numbersIn({ entity: { legalName: "Rila OOD", ...entity } }, "companyKYC"));

test.each([
  ["an EGN as tax number", identifier("BG", "personal", "850314 1102"), tin("BG", "BG8503141102")],
  ["a PESEL as tax number", identifier("PL", "personal", "44051401359"), tin("PL", "440-514-013-59")],
  ["a NIP as identifier", identifier("PL", "tax", "PL 123-456-32-18"), tin("PL", "1234563218")],
  ["a Swedish number without the century", identifier("SE", "personal", "19811228-9874"), tin("SE", "811228-9874")],
  ["a Finnish number", identifier("FI", "personal", "131052-308T"), tin("FI", "131052308t")],
  ["a Maltese number without zeros", identifier("MT", "personal", "123456M"), identifier("MT", "personal", "0123456M")],
  ["a passport as identifier", identifier("GB", "passport", "12 345 678-9"), card("passport", "123456789", "GB")],
  ["a card in Cyrillic letters", card("identityCard", "АВ1234567"), card("identityCard", "ab 123 4567")],
])("%s is one number", (_, one, other) => {
  expect(one).toHaveLength(1);
  expect(one).toEqual(other);
});

test.each([
  ["of another country", card("passport", "123456789", "BG"), card("passport", "123456789", "RO")],
  ["of another kind", card("passport", "640123456"), card("identityCard", "640123456")],
  ["of tax and passport", tin("DE", "123456789"), card("passport", "123456789", "DE")],
])("numbers %s are different ones", (_, one, other) => {
  expect(one).toHaveLength(1);
  expect(one).not.toEqual(other);
});

test("what stands for a missing number is none, and neither is what is calculated from a name", () => {
  expect(tin("KY", "NONE")).toEqual([]);
  expect(tin("KY", "0000")).toEqual([]);
  expect(tin("KY", "")).toEqual([]);
  expect(card("passport", "XXXXXXXX")).toEqual([]);
  expect(identifier("DE", "concat", "")).toEqual([]);
  expect(numbersIn({})).toEqual([]);
  expect(numbersIn({}, "companyKYC")).toEqual([]);
});

test("a company's numbers are one where the law makes them one", () => {
  const bulgarian = company({ entityCountry: "BG", eik: "299999903" });
  expect(company({ entityCountry: "BG", companyTin: "BG 299999903" })).toEqual(bulgarian);
  expect(company({ vatNumber: "BG299999903" })).toEqual(bulgarian);
  expect(company({ entityCountry: "BG", eik: "2999999030017" }), "a branch").toEqual(bulgarian);
  const polish = company({ entityCountry: "PL", nip: "526-104-08-28" });
  expect(company({ entityCountry: "PL", companyTin: "5261040828" })).toEqual(polish);
  expect(company({ vatNumber: "PL5261040828" })).toEqual(polish);
  expect(company({ regon: "12345678512347" })).toEqual(company({ regon: "123456785" }));
  expect(company({ krs: "0000127206" })).not.toEqual(company({ nip: "0000127206" }));
  expect(company({ vatNumber: "LT119511515" })).not.toEqual(company({ entityCountry: "LT", companyTin: "119511515" }));
});

test("a difference is said of the name, the birth date and the personal number, of what both forms have", () => {
  const [one] = listIdentified(
    "KYC",
    person("BG", {
      nationalIdentifier: { identifierKind: "personal", identifierValue: "8503141102" },
      document: { documentKind: "identityCard", documentNumber: "AB7654321", documentCountry: "BG" },
    }),
  );
  if (!one) throw new Error("a person");
  const same = { ...one, isHolder: false, names: ["Петров Иван"] };
  expect(findShared(one, same)).toMatchObject({ differs: [], isTwice: false });
  expect(findShared(one, { ...same, birthDate: "" })?.differs).toEqual([]);
  expect(findShared(one, { ...same, names: ["Petar Ivanov"], birthDate: "1985-03-15" })?.differs).toEqual([
    "name",
    "birthDate",
  ]);
  const other = { kind: "personal BG", number: "8503141122" };
  expect(findShared(one, { ...same, personal: other })?.differs).toEqual(["number"]);
  expect(findShared(one, { ...same, personal: { ...other, kind: "personal RO" } })?.differs).toEqual([]);
  expect(findShared(one, { ...same, numbers: [] })).toBeUndefined();
});
