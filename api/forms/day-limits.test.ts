/** Days that cannot be, in every date field of both forms. */
import { describe, expect, test } from "vitest";
import { checkStep } from "./check-step.ts";
import { step as entity } from "./company/entity.ts";
import { step as ownership } from "./company/ownership.ts";
import { step as representatives } from "./company/representatives.ts";
import { step as taxStatus } from "./company/tax-status.ts";
import type { Answers, Field, FormAnswers, Step } from "./field.ts";
import { formTypes, loadForm } from "./forms.ts";
import { findInconsistencies } from "./inconsistency.ts";
import { step as contact } from "./person/contact.ts";
import { step as document } from "./person/document.ts";
import { step as identity } from "./person/identity.ts";
import { step as work } from "./person/work.ts";
import { firstSettled } from "./settled.ts";

const given = (form: FormAnswers) => ({ form, today: "2026-11-21", ownerPercent: 25, settled: firstSettled });
const codeAt = (step: Step, form: FormAnswers, path: string) =>
  checkStep(step, given(form)).find((fault) => fault.path === `${step.name}.${path}`)?.code;

const born = { birthDate: "1985-03-14" };
const inDocument = (answers: Answers, person: Answers = born) => ({ identity: person, document: answers });

describe("a person's form", () => {
  test.each([
    ["1850-05-10", "tooLongAgo"],
    ["1901-11-20", "tooLongAgo"],
    ["1901-11-21", undefined],
    ["2008-11-21", undefined],
    ["2008-11-22", "tooYoung"],
    ["2026-11-22", "inFuture"],
  ])("a birth on %s is told as %s", (birthDate, code) => {
    expect(codeAt(identity, { identity: { birthDate } }, "birthDate")).toBe(code);
  });

  test.each([
    ["1985-03-13", "beforeBirth"],
    ["1985-03-14", undefined],
    ["2022-05-10", undefined],
  ])("a document issued on %s to somebody born on 1985-03-14 is told as %s", (documentIssued, code) => {
    expect(codeAt(document, inDocument({ documentIssued }), "documentIssued")).toBe(code);
  });

  test.each([
    ["passport", "2020-01-01", "2030-01-01", "1985-03-14", undefined],
    ["passport", "2020-01-01", "2060-01-01", "1985-03-14", "validTooLong"],
    ["passport", "2020-01-01", "2060-01-01", "1940-03-14", "validTooLong"],
    ["identityCard", "2020-01-01", "2060-01-01", "1985-03-14", "validTooLong"],
    ["identityCard", "2020-01-01", "2035-01-01", "1985-03-14", undefined],
    // Cards for life: 30 years in Bulgaria from 70, 50 in Romania from 55, without end in Spain from 70.
    ["identityCard", "2020-01-01", "2050-01-01", "1949-03-14", undefined],
    ["identityCard", "2020-01-01", "2070-01-01", "1965-01-01", undefined],
    ["identityCard", "2020-01-01", "9999-01-01", "1949-03-14", undefined],
    ["residencePermit", "", "2066-01-01", "1985-03-14", "validTooLong"],
  ])(
    "a %s from %s to %s of somebody born on %s is told as %s",
    (documentKind, documentIssued, documentExpires, birthDate, code) => {
      const answers = { documentKind, documentIssued, documentExpires };
      expect(codeAt(document, inDocument(answers, { birthDate }), "documentExpires")).toBe(code);
      expect(
        codeAt(
          representatives,
          { representatives: { representatives: [{ id: "a", birthDate, documentKind, documentExpires }] } },
          "representatives.a.documentExpires",
        ),
      ).toBe(documentExpires > "2042-11-21" ? code : undefined);
    },
  );

  test.each([
    ["???", "badFormat"],
    ["-", "badLength"],
    ["XXXXXX", "badFormat"],
    ["AA1234567", undefined],
  ])("the document number %s is told as %s", (documentNumber, code) => {
    expect(codeAt(document, inDocument({ documentNumber }), "documentNumber")).toBe(code);
    const list = [{ id: "a", documentNumber }];
    expect(
      codeAt(representatives, { representatives: { representatives: list } }, "representatives.a.documentNumber"),
    ).toBe(code);
  });

  test("a mark alone is neither an issuer nor a place", () => {
    expect(codeAt(document, inDocument({ documentIssuer: "???" }), "documentIssuer")).toBe("badFormat");
    expect(codeAt(identity, { identity: { birthPlace: "-" } }, "birthPlace")).toBe("badFormat");
    expect(codeAt(identity, { identity: { birthPlace: "Ǻ" } }, "birthPlace")).toBeUndefined();
  });

  test("a required text has words; only a postcode may be a mark", () => {
    expect(codeAt(work, { work: { fundsText: "???" } }, "fundsText")).toBe("badFormat");
    expect(codeAt(entity, { entity: { legalName: "..." } }, "legalName")).toBe("badFormat");
    expect(codeAt(entity, { entity: { legalName: "1001" } }, "legalName")).toBeUndefined();
    expect(
      codeAt(work, { work: { employment: "employed", position: "-" } }, "position"),
      "not required",
    ).toBeUndefined();
    expect(codeAt(contact, { contact: { residencePostcode: "-", residenceCountry: "AE" } }, "residencePostcode")).toBe(
      undefined,
    );
  });

  const office = (answers: Answers) => ({ identity: born, work: answers });
  test.each([
    ["self", "1984-01-01", "beforeBirth"],
    ["self", "1985-03-14", undefined],
    ["family", "1984-01-01", undefined],
    ["associate", "1884-01-01", "tooLongAgo"],
    ["self", "2027-01-01", "inFuture"],
  ])("an office of %s since %s is told as %s", (pep, pepFrom, code) => {
    expect(codeAt(work, office({ pep, pepFrom }), "pepFrom")).toBe(code);
  });
  test.each([
    ["2099-12-31", "tooFarAhead"],
    ["2046-11-22", "tooFarAhead"],
    ["2046-11-21", undefined],
    ["2023-12-31", "beforeStart"],
  ])("an office since 2024 until %s is told as %s", (pepUntil, code) => {
    expect(codeAt(work, office({ pep: "self", pepFrom: "2024-01-01", pepUntil }), "pepUntil")).toBe(code);
  });
});

describe("a company's form", () => {
  const owner = (details: Answers) => ({
    ownership: {
      owners: {
        nodes: [{ id: "a", kind: "person", name: "Ana Petrova", details }],
        edges: [{ owner: "a", owned: "company", percent: "100" }],
      },
    },
  });
  const representative = (answers: Answers) => ({
    representatives: { representatives: [{ id: "a", capacity: "proxy", ...answers }] },
  });
  const controlling = (birthDate: string) => ({
    taxStatus: { entityStatus: "passive", controllingPersons: [{ id: "a", birthDate }] },
  });

  test("nobody behind it is 176 years old; a child may control it", () => {
    expect(codeAt(representatives, representative({ birthDate: "1850-01-01" }), "representatives.a.birthDate")).toBe(
      "tooLongAgo",
    );
    expect(codeAt(ownership, owner({ birthDate: "1850-01-01" }), "owners.a.birthDate")).toBe("tooLongAgo");
    expect(codeAt(taxStatus, controlling("1850-01-01"), "controllingPersons.a.birthDate")).toBe("tooLongAgo");
    expect(codeAt(taxStatus, controlling("2020-01-01"), "controllingPersons.a.birthDate")).toBeUndefined();
  });
  test("an owner's office is compared with the owner's birth", () => {
    const details = { ...born, pep: "self", pepFrom: "1984-01-01", pepUntil: "2099-01-01" };
    expect(codeAt(ownership, owner(details), "owners.a.pepFrom")).toBe("beforeBirth");
    expect(codeAt(ownership, owner(details), "owners.a.pepUntil")).toBe("tooFarAhead");
  });
  test("a power of attorney and a foundation have possible days", () => {
    const until = (authorityExpires: string) =>
      codeAt(representatives, representative({ authorityExpires }), "representatives.a.authorityExpires");
    expect([until("2999-01-01"), until("2046-01-01")]).toEqual(["tooFarAhead", undefined]);
    const founded = (day: string) => codeAt(entity, { entity: { founded: day } }, "founded");
    expect([founded("0999-01-01"), founded("1000-01-01"), founded("1472-02-27")]).toEqual([
      "badDate",
      undefined,
      undefined,
    ]);
  });
});

test("what is possible but rare is for the client to explain", () => {
  const codesOf = (type: "KYC" | "companyKYC", form: FormAnswers) =>
    findInconsistencies(type, given(form)).map(({ code }) => code);
  expect(codesOf("KYC", { identity: { birthDate: "1925-01-01" } })).toEqual(["overHundred"]);
  expect(codesOf("KYC", { identity: { birthDate: "1927-01-01" } })).toEqual([]);
  const valid = (documentExpires: string) => ({ document: { documentIssued: "2020-01-01", documentExpires } });
  expect(codesOf("KYC", valid("2035-01-01"))).toEqual(["longDocument"]);
  expect(codesOf("KYC", valid("2030-10-01"))).toEqual([]);
  expect(codesOf("companyKYC", { entity: { founded: "1826-11-21" } })).toEqual(["foundedLongAgo"]);
  expect(codesOf("companyKYC", { entity: { founded: "1826-11-22" } })).toEqual([]);
});

test("every date field has a range or a check that bounds it at both ends", async () => {
  const datesIn = (fields: readonly Field[]): Field[] =>
    fields.flatMap((field) => (field.kind === "date" ? [field] : "fields" in field ? datesIn(field.fields) : []));
  const steps = (await Promise.all(formTypes.map(loadForm))).flat();
  const dates = steps.flatMap(({ groups }) => groups.flatMap(({ fields }) => datesIn(fields)));
  expect(dates.length).toBeGreaterThan(10);
  // The oldest companies in registers are of the eleventh century, and an older year is no date here.
  expect(dates.filter(({ check }) => !check).map(({ name }) => name)).toEqual(["founded"]);
});
