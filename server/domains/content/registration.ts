/** Whether visitors may register: only once they can read the firm's terms and privacy notice, and know where to ask. */
import type { FieldCode } from "@portico/api/errors.ts";
import type { FirmDocuments } from "@portico/api/forms/settings.ts";
import { isReservedAddress } from "@portico/api/rules/reserved-domains.ts";
import { languages } from "@portico/api/shapes.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getSetting } from "../settings/settings.ts";
import { getFirmDocuments } from "./documents.ts";

const required = ["terms", "privacy"] as const;

/** The documents without an address in some language. */
export const missingDocuments = (documents: FirmDocuments): (typeof required)[number][] =>
  required.filter((name) => languages.some((language) => documents[name][language] === null));

/** The administrator has decided so, and terms and privacy notice are still there to be read. */
export async function isRegistrationOpen(db: Db): Promise<boolean> {
  const { open } = await getSetting(db, "registration");
  return open && missingDocuments(await getFirmDocuments(db)).length === 0;
}

/**
 * What must be there before registration is opened: `required` at `terms`, `privacy`, `support` (nobody can be reached
 * at the address, as with the example that is shipped).
 */
export async function findRegistrationGaps(trx: Db): Promise<{ path: string; code: FieldCode }[]> {
  const documents = await getFirmDocuments(trx);
  const { supportEmail } = await getSetting(trx, "brand");
  const hasAddress = !isReservedAddress(supportEmail);
  const missing: string[] = [...missingDocuments(documents), ...(hasAddress ? [] : ["support"])];
  return missing.map((path) => ({ path, code: "required" }));
}
