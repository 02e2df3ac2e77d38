/** Settings of the documents that holders and the firm exchange. */
import { z } from "zod";
import { documentType } from "../documents.ts";
import { documentMaxMegabytes } from "../rules/documents.ts";
import { setting } from "../settings/declaration.ts";
import { eachIdOnce } from "../settings/each-id-once.ts";

/** The types of documents that holders and the firm exchange. */
const documentTypes = z.strictObject({
  types: z.array(documentType).min(1).max(40).superRefine(eachIdOnce),
});

/** How large a document may be, and all files of a holder together. */
const documentLimits = z
  .strictObject({
    fileMegabytes: z.number().int().min(1).max(documentMaxMegabytes.file),
    holderMegabytes: z.number().int().min(1).max(documentMaxMegabytes.holder),
  })
  .superRefine(({ fileMegabytes, holderMegabytes }, context) => {
    if (holderMegabytes < fileMegabytes)
      context.addIssue({ code: "custom", path: ["holderMegabytes"], params: { field: "tooSmall" } });
  });

/** The types that the portal begins with. */
const firstTypes = [
  { id: "identity", clientsAdd: true, expires: true },
  { id: "address", clientsAdd: true, expires: false },
  { id: "sourceOfFunds", clientsAdd: true, expires: false },
  { id: "statement", clientsAdd: false, expires: false },
  { id: "costReport", clientsAdd: false, expires: false },
  { id: "taxReport", clientsAdd: false, expires: false },
  { id: "contract", clientsAdd: false, expires: false },
  { id: "correspondence", clientsAdd: true, expires: false },
  { id: "other", clientsAdd: true, expires: false },
];

export const settings = {
  documentTypes: setting(documentTypes, (textOf) => ({
    types: firstTypes.map((type) => ({ ...type, name: textOf(`documentType.${type.id}`), keepYears: null })),
  })),
  documentLimits: setting(documentLimits, () => ({ fileMegabytes: 100, holderMegabytes: 2048 })),
};
