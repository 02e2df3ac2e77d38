import { firmDocuments } from "@portico/api/forms/settings.ts";
import { expect, test } from "vitest";
import { documentFaults } from "./document-faults.ts";

test.each([
  ["/demo-documents/terms.bg.html", true],
  ["https://firm.example/terms.pdf?v=2", true],
  ["http://firm.example/terms.pdf", false],
  ["//firm.example/terms.pdf", false],
  ["/\\firm.example", false],
  ["javascript:alert(1)", false],
  ["terms.pdf", false],
])("%s as a document's address is allowed (%s), here as at the API", (address, allowed) => {
  const nowhere = { bg: null, en: null, pl: null };
  const documents = { terms: { ...nowhere, en: address }, tariff: nowhere, privacy: nowhere, risk: nowhere };
  expect(documentFaults(documents)).toEqual(allowed ? {} : { "terms.en": "address" });
  expect(firmDocuments.safeParse(documents).success).toBe(allowed);
});
