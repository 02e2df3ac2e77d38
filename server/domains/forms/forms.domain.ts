/** What forms declare for the server (server/declaration.ts). */
import type { BulkChanges, Work } from "../../declaration.ts";
import { formWork, giveForms } from "./review/work.ts";

export { formsRoutes as routes } from "./forms.routes.ts";
export { indexHandlers as jobs } from "./identifiers/blind-index.jobs.ts";
export * as mails from "./submission/receipt.mails.ts";

export const work = { form: formWork } satisfies Work;
export const bulkChanges = { giveForms } satisfies BulkChanges;
