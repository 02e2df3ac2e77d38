/** The identity document, its machine-readable zone and its scans. */
import { checkMrz } from "@portico/kyc/mrz.ts";
import { isExpiry, isInLife } from "../day-limits.ts";
import { defineStep, type StepScope } from "../field.ts";
import { documentKinds, hasLetters, isDocumentNumber } from "../shared-fields.ts";

export const step = defineStep({
  name: "document",
  groups: [
    {
      name: "document",
      fields: [
        {
          kind: "choice",
          name: "documentKind",
          list: "documentKind",
          options: documentKinds,
          required: true,
        },
        { kind: "identifier", name: "documentNumber", required: true, max: 40, half: true, check: isDocumentNumber },
        { kind: "text", name: "documentIssuer", required: true, half: true, hint: true, check: hasLetters },
        { kind: "country", name: "documentCountry", required: true, half: true },
        { kind: "date", name: "documentIssued", required: true, range: "past", half: true, check: isInLife },
        { kind: "date", name: "documentExpires", required: true, range: "future", half: true, check: isExpiry },
        {
          kind: "machineReadable",
          name: "machineReadableZone",
          max: 200,
          hint: true,
          check: (value: string, { today }: StepScope) => checkMrz(value, today),
        },
      ],
    },
    {
      name: "scans",
      fields: [{ kind: "files", name: "documentScans", required: true, max: 4, hint: true }],
    },
  ],
  checks: ({ step: answers }) => {
    const { documentIssued, documentExpires } = answers;
    return typeof documentIssued === "string" &&
      typeof documentExpires === "string" &&
      documentIssued !== "" &&
      documentExpires !== "" &&
      documentExpires <= documentIssued
      ? [{ path: "documentExpires", code: "beforeStart" as const }]
      : [];
  },
});
