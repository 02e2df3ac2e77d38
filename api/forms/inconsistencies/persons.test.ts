/** One person with two identities: in a company's form, in the own form, and between the two. */
import { describe, expect, test } from "vitest";
import type { Answers, FormAnswers } from "../field.ts";
import { personsOfDocuments } from "../named-persons.ts";
import { findAmongPersons, findInPerson, findOwnFormDifferences } from "./persons.ts";

const today = "2026-11-21";
const woman = "8503151019";
const man = "8503151024";
const maria = {
  firstName: "Maria",
  lastName: "Ivanova",
  birthDate: "1985-03-15",
  nationalities: ["BG"],
  identifierKind: "personal",
  identifierValue: woman,
};

const company = (representatives: readonly Answers[], owners: Readonly<Record<string, Answers>> = {}): FormAnswers => ({
  representatives: { representatives: representatives.map((one, at) => ({ id: `r${at + 1}`, ...one })) },
  ownership: {
    owners: {
      nodes: Object.entries(owners).map(([name, details], at) => ({ id: `p${at + 1}`, kind: "person", name, details })),
      edges: Object.keys(owners).map((_, at) => ({ owner: `p${at + 1}`, owned: "company", percent: "30" })),
    },
  },
});
const found = (form: FormAnswers) =>
  Object.fromEntries(findAmongPersons(form, today).map(({ code, paths }) => [code, paths]));

describe("persons of a company's form", () => {
  test("who are the same everywhere are told nothing", () => {
    expect(found(company([maria], { "Maria Ivanova": maria, "Мария Петрова Иванова": maria }))).toEqual({});
  });
  test("with one identifier and two names", () => {
    expect(found(company([maria], { "Elena Petrova": { ...maria, identifierValue: "85 0315-1019" } }))).toEqual({
      identifierTwoNames: ["representatives.representatives.r1.identifierValue", "ownership.owners.p1.identifierValue"],
    });
  });
  test("with one document and two names", () => {
    const card = { documentNumber: "AA1234567", documentCountry: "BG" };
    const elena = { firstName: "Elena", lastName: "Petrova", ...card };
    expect(found(company([{ ...maria, ...card }, elena]))).toEqual({
      identifierTwoNames: [
        "representatives.representatives.r1.documentNumber",
        "representatives.representatives.r2.documentNumber",
      ],
    });
    const polish = { ...elena, documentCountry: "PL" };
    expect(found(company([{ ...maria, ...card }, polish])), "a number of another country").toEqual({});
  });
  test("with one name and two identifiers or birth dates", () => {
    const other = { ...maria, identifierValue: "8503151030", birthDate: "1985-03-16" };
    expect(found(company([maria], { "Maria Ivanova": other }))).toEqual({
      nameTwoIdentities: [
        "representatives.representatives.r1.birthDate",
        "ownership.owners.p1.birthDate",
        "representatives.representatives.r1.identifierValue",
        "ownership.owners.p1.identifierValue",
      ],
    });
    expect(found(company([maria], { "Maria Ivanova": { birthDate: "1985-03-15" } }))).toEqual({});
  });
  test("a woman with a man's number", () => {
    expect(found(company([{ ...maria, identifierValue: man }]))).toEqual({
      sexAndIdentifier: ["representatives.representatives.r1.identifierValue"],
    });
    const { firstName, lastName, ...details } = maria;
    expect(found(company([], { [`${firstName} ${lastName}`]: details }))).toEqual({});
    expect(found(company([], { "Ivan Ivanov": details }))).toHaveProperty("sexAndIdentifier");
  });
  test("of more than 100 years", () => {
    expect(found(company([{ ...maria, identifierKind: "concat", birthDate: "1920-01-01" }]))).toEqual({
      overHundred: ["representatives.representatives.r1.birthDate"],
    });
  });
});

describe("the own form", () => {
  const own = (identity: Answers, nationalIdentifier: Answers, document: Answers = {}) =>
    findInPerson({ identity: { ...maria, ...identity }, nationalIdentifier, document }, today).map(({ code }) => code);
  const personal = (identifierValue: string) => ({ identifierKind: "personal", identifierValue });

  test.each([
    [{}, woman, []],
    [{}, man, ["sexAndIdentifier"]],
    [{ firstName: "Ivan", lastName: "Ivanov" }, woman, ["sexAndIdentifier"]],
    [{ firstName: "Ivan", lastName: "Ivanov" }, man, []],
    [{ firstName: "Anna", lastName: "Nowak", nationalities: ["PL"] }, "44051401359", ["sexAndIdentifier"]],
    [{ firstName: "Jan", lastName: "Kowalski", nationalities: ["PL"] }, "44051401359", []],
  ])("%j with the number %s: %j", (identity, number, codes) => {
    expect(own(identity, personal(number))).toEqual(codes);
  });
  test("names the passport by one number", () => {
    const passport = (identifierValue: string) => ({ identifierKind: "passport", identifierValue });
    const document = { documentKind: "passport", documentCountry: "UA", documentNumber: "FE 123456" };
    const ukrainian = { nationalities: ["UA"] };
    expect(own(ukrainian, passport("FE123456"), document)).toEqual([]);
    expect(own(ukrainian, passport("FE123457"), document)).toEqual(["identifierAndDocument"]);
    expect(own(ukrainian, passport("FE123457"), { ...document, documentCountry: "BG" })).toEqual([]);
  });
});

describe("a representative and their own approved form", () => {
  const { identifierKind, identifierValue, ...identity } = maria;
  const card = { documentKind: "identityCard", documentCountry: "BG", documentNumber: "AA1234567" };
  const approved: FormAnswers = {
    identity,
    nationalIdentifier: { identifierKind, identifierValue },
    document: { ...card, documentIssuer: "MVR" },
  };
  const differs = (...representatives: Answers[]) =>
    findOwnFormDifferences(company(representatives), [approved]).flatMap(({ paths }) => paths);
  const at = (field: string) => `representatives.representatives.r1.${field}`;

  test("who agree say nothing, and neither does somebody else", () => {
    expect(differs(maria)).toEqual([]);
    expect(differs({ ...maria, middleName: "Petrova", identifierValue: "850315 1019" })).toEqual([]);
    expect(differs({ firstName: "Ivan", lastName: "Petrov", birthDate: "1970-01-01" })).toEqual([]);
    expect(differs({ ...maria, ...card, documentNumber: "aa 1234567" })).toEqual([]);
    expect(differs({ ...maria, ...card, documentKind: "passport", documentNumber: "387654321" })).toEqual([]);
  });
  test.each<[string, Answers]>([
    ["birthDate", { birthDate: "1985-03-16" }],
    ["identifierValue", { identifierValue: "8503151030" }],
    ["nationalities", { nationalities: ["BG", "PL"] }],
    ["lastName", { lastName: "Georgieva" }],
    ["documentNumber", { ...card, documentNumber: "AA1234568" }],
  ])("who differ in %s", (field, changes) => {
    expect(differs({ ...maria, ...changes })).toEqual([at(field)]);
  });
});

test("identity documents are asked for once of each representative and beneficial owner", () => {
  const form = company([maria, { firstName: "Boris", lastName: "Petrov" }], {
    "Maria Ivanova": maria,
    "Elena Petrova": { ...maria, identifierValue: "8503151030" },
  });
  expect(personsOfDocuments({ form, ownerPercent: 25 })).toEqual([
    { ids: ["r1", "p1"], name: "Maria Ivanova" },
    { ids: ["r2"], name: "Boris Petrov" },
    { ids: ["p2"], name: "Elena Petrova" },
  ]);
  const twin = company([maria, { ...maria, firstName: "Elena" }]);
  expect(personsOfDocuments({ form: twin, ownerPercent: 25 }), "one identifier, two names").toHaveLength(2);
  expect(personsOfDocuments({ form, ownerPercent: 50 }).map(({ name }) => name)).toEqual([
    "Maria Ivanova",
    "Boris Petrov",
  ]);
});
