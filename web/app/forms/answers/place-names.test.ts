/** Names of the places that remarks and inconsistencies refer to. */
import { step as documents } from "@portico/api/forms/company/documents.ts";
import { step as ownership } from "@portico/api/forms/company/ownership.ts";
import { step as representatives } from "@portico/api/forms/company/representatives.ts";
import type { FormAnswers, Step } from "@portico/api/forms/field.ts";
import { firstSettled } from "@portico/api/forms/settled.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expect, test } from "vitest";
import type { Translate } from "../../ui/text.tsx";
import { answerRows } from "./answer-rows.ts";
import { placeNames } from "./place-names.ts";

const t = textIn("en") as unknown as Translate;
const scan = (id: number) => [{ id, name: `${id}.png`, size: 1 }];
const form: FormAnswers = {
  representatives: {
    representatives: [{ id: "r1", firstName: "Ana", lastName: "Petrova", identifierValue: "8001021018" }],
  },
  ownership: {
    owners: {
      nodes: [{ id: "p1", kind: "person", name: "Boris Petrov", details: { birthDate: "1980-01-02" } }],
      edges: [{ owner: "p1", owned: "company", percent: "100" }],
    },
  },
  documents: { identityPapers: { r1: scan(1), p1: scan(2), gone: scan(3) }, identityDocuments: scan(4) },
};
const given = { form, today: "2026-11-21", ownerPercent: 25, settled: firstSettled };
const steps: Step[] = [representatives, ownership, documents];

test("a place in an entry or of an owner is named with the person", () => {
  const placeOf = placeNames({ t, language: "en" }, { type: "companyKYC", steps, given, sent: true });
  expect(placeOf("representatives.representatives.r1.identifierValue")).toBe("Representative 1: Ana Petrova, Number");
  expect(placeOf("ownership.owners.p1.birthDate")).toBe("Boris Petrov, Date of birth");
  expect(placeOf("documents.identityPapers.p1")).toBe("Identity documents, Boris Petrov");
  expect(placeOf("documents.structureChart"), "not answered").toBe("Documents, Structure chart");
  expect(placeOf("ownership")).toBe("Owners");
});

test("files of each person are shown under the name, and none is lost", () => {
  const shown = answerRows(documents, given, { t, language: "en", sent: true }).map(({ label, path, files }) => [
    path,
    label,
    files.map(({ id }) => id),
  ]);
  expect(shown).toEqual([
    ["documents.identityPapers.r1", "Ana Petrova", [1]],
    ["documents.identityPapers.p1", "Boris Petrov", [2]],
    ["documents.identityPapers.gone", "Identity documents", [3]],
    ["documents.identityDocuments", "Identity documents given earlier", [4]],
  ]);
});
