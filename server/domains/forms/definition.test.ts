/** Walking answers along their definition, with any content of a draft. */

import { createHash } from "node:crypto";
import { checkStep } from "@portico/api/forms/check-step.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { formTypes } from "@portico/api/forms/forms.ts";
import { type DeclarationName, declarationNames, firstSettled } from "@portico/api/forms/settled.ts";
import { languages } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { companyAnswers, personAnswers } from "../../demo/kyc-answers.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { askedAnswers, fieldsOf, getDefinition, listPlaces } from "./definition.ts";
import { deriveFindings } from "./review/findings.ts";
import { buildDeclarations } from "./submission/declarations.ts";
import { ivan, maria } from "./testing/filled.ts";

const scans = [{ id: 1, name: "scan.png", size: 100 }];
const whole: Record<(typeof formTypes)[number], FormData> = {
  KYC: personAnswers(ivan, { scans }),
  companyKYC: companyAnswers(
    { legalName: "Vitosha Consult OOD", representative: ivan, owner: maria },
    { papers: scans },
  ),
};
const today = "2026-11-21";
const ownerPercent = 25;
const { firmDocuments: documents } = settingDefaults;

for (const type of formTypes) {
  test(`${type}: complete answers have no fault and are kept whole`, async () => {
    const definition = await getDefinition(type);
    const given = { form: whole[type], today, ownerPercent, settled: firstSettled };
    expect(definition.flatMap((step) => checkStep(step, given))).toEqual([]);
    expect(askedAnswers(definition, given)).toEqual(whole[type]);
  });

  test(`${type}: whatever lies in one field of a draft, it is checked and not stumbled over`, async () => {
    const definition = await getDefinition(type);
    const fields = definition.flatMap((step) => fieldsOf(step).map((field) => [step.name, field.name] as const));
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(fc.record({ id: fc.string(), firstName: fc.jsonValue(), taxCountry: fc.jsonValue() }), { maxLength: 3 }),
      fc.record({
        nodes: fc.array(
          fc.record({
            id: fc.constantFrom("a", "b", "company"),
            kind: fc.constantFrom("person", "company"),
            name: fc.string(),
          }),
          { maxLength: 4 },
        ),
        edges: fc.array(
          fc.record({
            owner: fc.constantFrom("a", "b", "z"),
            owned: fc.constantFrom("a", "company"),
            percent: fc.constantFrom("50", "0", "x", "101"),
          }),
          { maxLength: 5 },
        ),
      }),
      fc.record({ version: fc.jsonValue(), chosen: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...fields), odd), { minLength: 1, maxLength: 4 }), (changes) => {
        const form = structuredClone(whole[type]);
        for (const [[step, field], value] of changes)
          (form[step] ??= {})[field] = JSON.parse(JSON.stringify(value)) as never;
        const given = { form, today, ownerPercent, settled: firstSettled };
        const faults = definition.flatMap((step) => checkStep(step, given));
        const asked = askedAnswers(definition, given);
        listPlaces(definition, given);
        const findings = deriveFindings(type, { form: asked, faults, today, ownerPercent, settled: firstSettled });
        expect(JSON.parse(JSON.stringify(findings))).toEqual(findings);
      }),
      { numRuns: 3000 },
    );
  });
}

test("every text that can be declared is there in every language, and its hash is of these very words", async () => {
  const at = new Date("2026-11-21T08:00:00Z");
  const hashes = new Set<string>();
  const texts = declarationNames.map((name) => ({ name, version: 1, words: settingDefaults.declarationTexts[name] }));
  const settled = { ...firstSettled, texts };
  for (const language of languages)
    for (const type of formTypes) {
      const definition = await getDefinition(type);
      const places = listPlaces(definition, {
        form: { ...whole[type], ...marketed(whole[type]) },
        today,
        ownerPercent,
        settled,
      });
      const declarations = buildDeclarations(places, {
        language,
        documents,
        settled,
        at,
        address: "192.0.2.1",
        browser: "Firefox",
      });
      expect(declarations.length).toBeGreaterThanOrEqual(7);
      for (const { textId, sha256 } of declarations) {
        expect(sha256).toBe(
          createHash("sha256")
            .update(settingDefaults.declarationTexts[textId as DeclarationName][language])
            .digest("hex"),
        );
        hashes.add(sha256);
      }
    }
  expect(hashes.size).toBe(8 * languages.length);
});
const marketed = (form: FormData): FormData => ({
  declarations: { ...form["declarations"], marketing: true },
});

test("what is no longer asked stays out of a revision, and blanks around a text too", async () => {
  const definition = await getDefinition("KYC");
  const form = structuredClone(whole.KYC);
  Object.assign(form["contact"] ?? {}, { mailingElsewhere: false, mailingCity: "Varna", residenceCity: "  Sofia " });
  Object.assign(form["work"] ?? {}, { employment: "retired" });
  const asked = askedAnswers(definition, { form, today, ownerPercent, settled: firstSettled });
  expect(asked["contact"]).toMatchObject({ residenceCity: "Sofia", mailingElsewhere: false });
  expect(asked["contact"]).not.toHaveProperty("mailingCity");
  expect(asked["work"]).not.toHaveProperty("employer");
});

test("places inside lists, grids and graphs have paths of their own", async () => {
  const definition = await getDefinition("companyKYC");
  const paths = listPlaces(definition, { form: whole.companyKYC, today, ownerPercent, settled: firstSettled }).map(
    ({ path }) => path,
  );
  for (const path of [
    "representatives.representatives.r1.firstName",
    "ownership.owners.p2.birthDate",
    "knowledge.experience.shares.trades",
    "documents.articles",
  ])
    expect(paths).toContain(path);
});

test("a list longer than anybody would read is refused as a whole, not item by item", async () => {
  const definition = await getDefinition("companyKYC");
  const representatives = Array.from({ length: 8000 }, (_, index) => ({ id: `i${index}` }));
  const given = {
    form: { representatives: { representatives } },
    today: "2026-11-21",
    ownerPercent: 25,
    settled: firstSettled,
  };
  const faults = definition.flatMap((step) => checkStep(step, given)).filter(({ path }) => path.startsWith("repr"));
  expect(faults).toEqual([{ path: "representatives.representatives", code: "tooBig" }]);
});
