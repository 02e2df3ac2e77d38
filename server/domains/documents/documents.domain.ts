/** What documents declare for the server (server/declaration.ts). */
import { weakenings } from "@portico/api/rules/guards.ts";
import type { BulkChanges, Settings } from "../../declaration.ts";
import { keepFormer } from "../settings/former-values.ts";
import { askCompanies, askUsers, renewDocuments } from "./rounds/bulk.ts";

export { documentsHandlers as jobs } from "./documents.jobs.ts";
export { documentsRoutes as routes } from "./documents.routes.ts";

export const settings: Settings = {
  documentTypes: {
    weakens: weakenings.documentTypes,
    saved: (tx, { before }) => keepFormer(tx, "documentTypes", before),
  },
};

export const bulkChanges = { askUsers, askCompanies, renewDocuments } satisfies BulkChanges;
