/** Tax answers against the other answers: signs of the United States, and the reasonableness of the self-certification. */
import { describe, expect, test } from "vitest";
import { checkStep } from "./check-step.ts";
import { step as taxStatus } from "./company/tax-status.ts";
import type { Answers, FormAnswers } from "./field.ts";
import type { FormType } from "./forms.ts";
import { findInconsistencies } from "./inconsistency.ts";
import { step as tax } from "./person/tax.ts";
import { firstSettled } from "./settled.ts";

const given = (form: FormAnswers) => ({ form, today: "2026-11-21", ownerPercent: 25, settled: firstSettled });
const found = (type: FormType, form: FormAnswers, ...codes: string[]) =>
  Object.fromEntries(
    findInconsistencies(type, given(form))
      .filter(({ code }) => codes.includes(code))
      .map(({ code, paths }) => [code, paths]),
  );

/** A Polish resident who says to be no US person; changes by step. */
const person = (changes: Readonly<Record<string, Answers>> = {}): FormAnswers => {
  const usual: Record<string, Answers> = {
    identity: { birthDate: "1944-05-14", birthCountry: "PL", nationalities: ["PL"] },
    document: { documentKind: "identityCard", documentCountry: "PL" },
    contact: { residenceCountry: "PL", phone: "+48221234567" },
    tax: {
      taxResidences: [{ id: "t1", taxCountry: "PL", tin: "44051401359" }],
      usPerson: false,
      usTransfers: false,
      taxCertification: true,
    },
  };
  return Object.fromEntries(Object.entries(usual).map(([step, answers]) => [step, { ...answers, ...changes[step] }]));
};
const missing = (form: FormAnswers) =>
  checkStep(tax, given(form))
    .filter(({ code }) => code === "required")
    .map(({ path }) => path.replace("tax.", ""));

const residences = (...countries: string[]) => ({
  taxResidences: countries.map((taxCountry, at) => ({
    id: `t${at + 1}`,
    taxCountry,
    tin: taxCountry === "US" ? "536904399" : "44051401359",
  })),
});
const strong = ["usForeignForm", "usOtherPassport", "usCitizenship"];

describe("a person who says to be no US person", () => {
  test("is asked for nothing without a sign", () => {
    expect(missing(person())).toEqual([]);
    expect(found("KYC", person(), "usIndicia")).toEqual({});
  });
  test.each<[string, Record<string, Answers>, string, string[]]>([
    ["citizenship", { identity: { nationalities: ["PL", "US"] } }, "identity.nationalities", strong],
    ["birth", { identity: { birthCountry: "US" } }, "identity.birthCountry", strong],
    ["tax residence", { tax: residences("PL", "US") }, "tax.taxResidences.t2.taxCountry", strong],
    ["residence", { contact: { residenceCountry: "US" } }, "contact.residenceCountry", ["usForeignForm"]],
    [
      "mailing address",
      { contact: { mailingElsewhere: true, mailingCountry: "US" } },
      "contact.mailingCountry",
      ["usForeignForm"],
    ],
    ["phone", { contact: { phone: "+12125551234" } }, "contact.phone", ["usForeignForm"]],
    ["standing order", { tax: { usTransfers: true } }, "tax.usTransfers", ["usForeignForm"]],
  ])("with a US %s is asked for what the agreement asks, before the reviewer", (_, changes, path, asked) => {
    const form = person(changes);
    expect(missing(form)).toEqual(asked);
    expect(found("KYC", form, "usIndicia")).toEqual({ usIndicia: ["tax.usPerson", path] });
    const asUsPerson = { ...form, tax: { ...form["tax"], usPerson: true } };
    expect(missing(asUsPerson)).toEqual(["usForm"]);
    expect(found("KYC", asUsPerson, "usIndicia")).toEqual({});
  });
  test("gives a certificate of the lost citizenship, or explains it", () => {
    const born = (answers: Answers) => missing(person({ identity: { birthCountry: "US" }, tax: answers }));
    expect(born({ usCitizenship: "certificate" })).toContain("usLossCertificate");
    expect(born({ usCitizenship: "renounced" })).toContain("usExplanation");
    expect(born({ usCitizenship: "never" })).toContain("usExplanation");
  });
  test("needs no second passport if the document is one of another country", () => {
    const document = { documentKind: "passport", documentCountry: "PL" };
    expect(missing(person({ identity: { birthCountry: "US" }, document }))).toEqual(["usForeignForm", "usCitizenship"]);
    const american = { documentKind: "passport", documentCountry: "US" };
    expect(missing(person({ contact: { phone: "+12125551234" }, document: american }))).toEqual([
      "usForeignForm",
      "usOtherPassport",
    ]);
  });
  test("is not asked for a phone of Canada or Puerto Rico", () => {
    for (const phone of ["+14165550123", "+17875551234"]) expect(missing(person({ contact: { phone } }))).toEqual([]);
  });
});

test("a US person without a US tax residence is an inconsistency", () => {
  expect(found("KYC", person({ tax: { usPerson: true } }), "usTaxResidence")).toHaveProperty("usTaxResidence");
  expect(found("KYC", person({ tax: { usPerson: true, ...residences("US") } }), "usTaxResidence")).toEqual({});
});

test("an address in a country without tax residence is an inconsistency", () => {
  const codes = (contact: Answers) =>
    Object.keys(found("KYC", person({ contact }), "residenceAndTax", "mailingAndTax"));
  expect(codes({ residenceCountry: "DE" })).toEqual(["residenceAndTax"]);
  expect(codes({ mailingElsewhere: true, mailingCountry: "DE" })).toEqual(["mailingAndTax"]);
  expect(codes({ mailingElsewhere: false, mailingCountry: "DE" })).toEqual([]);
});

describe("a tax residence", () => {
  const faults = (form: FormAnswers) =>
    checkStep(tax, given(form)).flatMap(({ path, code }) => (code === "required" ? [] : [`${path} ${code}`]));
  const pesel = { identifierKind: "personal", identifierValue: "44051401359" };
  const numberless = (taxCountry: string, noTinReason: string, more: Record<string, Answers> = {}) =>
    person({ tax: { taxResidences: [{ id: "t1", taxCountry, noTinReason, noTinText: "Not yet" }] }, ...more });

  test("names each country once", () => {
    expect(faults(person({ tax: residences("PL", "PL") }))).toEqual(["tax.taxResidences.t2.taxCountry twice"]);
    expect(faults(person({ tax: residences("PL", "US") }))).toEqual([]);
    const list = residences("PL", "PL").taxResidences.map((one) => ({ ...one, tin: "5261040828" }));
    expect(checkStep(taxStatus, given({ taxStatus: { taxResidences: list } }))).toContainEqual({
      path: "taxStatus.taxResidences.t2.taxCountry",
      code: "twice",
    });
  });
  test.each([
    ["PL", "A", ["tax.taxResidences.t1.noTinReason countryIssuesNumbers"]],
    ["DE", "A", ["tax.taxResidences.t1.noTinReason countryIssuesNumbers"]],
    ["AE", "A", []],
    ["PL", "B", []],
  ])("in %s without a number for the reason %s is told as %j", (country, reason, expected) => {
    expect(faults(numberless(country, reason))).toEqual(expected);
  });
  test("without a number is refused beside the PESEL or EGN that is the number", () => {
    const known = ["tax.taxResidences.t1.noTinReason numberIsKnown"];
    expect(faults({ ...numberless("PL", "B"), nationalIdentifier: pesel })).toEqual(known);
    const egn = { identifierKind: "personal", identifierValue: "8503141016" };
    const bulgarian = { ...numberless("BG", "C"), identity: { nationalities: ["BG"] }, nationalIdentifier: egn };
    expect(faults(bulgarian)).toEqual(known);
    expect(faults({ ...numberless("DE", "B"), nationalIdentifier: pesel })).toEqual([]);
  });
  test("without a number where every resident has one is an inconsistency", () => {
    const issued = (country: string) => found("KYC", numberless(country, "B"), "numberIssued");
    expect(issued("DE")).toEqual({ numberIssued: ["tax.taxResidences.t1.noTinReason"] });
    expect(issued("FR")).toEqual({});
  });
  test("has the personal number, or in Poland a NIP", () => {
    const differs = (tin: string) =>
      found(
        "KYC",
        {
          ...person({ tax: { taxResidences: [{ id: "t1", taxCountry: "PL", tin }] } }),
          nationalIdentifier: pesel,
        },
        "tinAndIdentifier",
        "tinAndBirthDate",
      );
    expect(differs("PL 440514-01359")).toEqual({});
    expect(differs("5261040828")).toEqual({});
    expect(Object.keys(differs("02070803628"))).toEqual(["tinAndIdentifier"]);
  });
  test("of a foreigner may not contain another birth date", () => {
    const taxed = { taxResidences: [{ id: "t1", taxCountry: "PL", tin: "02070803628" }] };
    expect(found("KYC", person({ tax: taxed }), "tinAndBirthDate")).toEqual({
      tinAndBirthDate: ["tax.taxResidences.t1.tin", "identity.birthDate"],
    });
    expect(found("KYC", person(), "tinAndBirthDate")).toEqual({});
  });
  test("of a foreigner in Bulgaria may have another check digit, which is said", () => {
    const unchecked = (tin: string) =>
      found("KYC", person({ tax: { taxResidences: [{ id: "t1", taxCountry: "BG", tin }] } }), "tinUnchecked");
    expect(unchecked("3077851894")).toEqual({ tinUnchecked: ["tax.taxResidences.t1.tin"] });
    expect(unchecked("7111 042 925"), "the digit that is known").toEqual({});
    expect(unchecked("7523169263"), "an EGN").toEqual({});
    expect(unchecked("")).toEqual({});
  });
});

describe("a company", () => {
  const company = (entity: Answers, more: Answers = {}, rest: FormAnswers = {}): FormAnswers => ({
    entity: { entityCountry: "BG", registeredCountry: "BG", companyTin: "299999903", ...entity },
    taxStatus: { entityStatus: "active", taxResidences: [{ id: "t1", taxCountry: "BG", tin: "299999903" }], ...more },
    ...rest,
  });
  const codes = ["usEntity", "usOwner", "seatAndTax", "companyNumbers", "numberIssued", "ownerAndTax"];
  const needsForm = (form: FormAnswers) =>
    checkStep(taxStatus, given(form)).some(({ path }) => path === "taxStatus.companyUsForm");

  test.each<[string, Answers, string[]]>([
    ["entityCountry", { entityCountry: "US" }, ["entity.entityCountry"]],
    ["registeredCountry", { registeredCountry: "US" }, ["entity.registeredCountry"]],
    ["businessCountry", { businessElsewhere: true, businessCountry: "US" }, ["entity.businessCountry"]],
  ])("with a US %s gives W-9 or W-8BEN-E", (_, entity, paths) => {
    expect(needsForm(company(entity))).toBe(true);
    expect(found("companyKYC", company(entity), "usEntity")).toEqual({
      usEntity: [...paths, "taxStatus.taxResidences"],
    });
  });
  test("of Bulgaria gives none", () => {
    expect(needsForm(company({}))).toBe(false);
    expect(found("companyKYC", company({}), ...codes)).toEqual({});
  });
  test("is taxed where it is registered, by its number", () => {
    const elsewhere = company({}, { taxResidences: [{ id: "t1", taxCountry: "PL", tin: "5261040828" }] });
    expect(Object.keys(found("companyKYC", elsewhere, ...codes))).toEqual(["seatAndTax"]);
    const other = company({}, { taxResidences: [{ id: "t1", taxCountry: "BG", tin: "175074752" }] });
    expect(Object.keys(found("companyKYC", other, ...codes))).toEqual(["companyNumbers"]);
    const none = company({}, { taxResidences: [{ id: "t1", taxCountry: "BG", noTinReason: "C" }] });
    expect(Object.keys(found("companyKYC", none, ...codes))).toEqual(["numberIssued"]);
  });
  test("that is passive names an owner with a sign of the US as a controlling person taxed there", () => {
    const owner = (details: Answers) => ({
      ownership: {
        owners: {
          nodes: [{ id: "a", kind: "person", name: "Ana Petrova", details }],
          edges: [{ owner: "a", owned: "company", percent: "100" }],
        },
      },
    });
    const passive = (taxCountry: string, details: Answers) =>
      found(
        "companyKYC",
        company(
          {},
          {
            entityStatus: "passive",
            controllingPersons: [{ id: "c", firstName: "Ana", lastName: "Petrova", taxCountry, tin: "536904399" }],
          },
          owner(details),
        ),
        "usOwner",
        "ownerAndTax",
      );
    expect(passive("BG", { nationalities: ["BG", "US"] })).toEqual({ usOwner: ["ownership.owners.a.nationalities"] });
    expect(passive("US", { nationalities: ["BG", "US"] })).toEqual({});
    expect(passive("BG", { taxCountry: "PL" })).toEqual({ ownerAndTax: ["ownership.owners.a.taxCountry"] });
    expect(passive("BG", { taxCountry: "BG" })).toEqual({});
  });
});
