/** Definitions that were offered before the portal was there. */
import type { Trx } from "../../../kernel/transaction.ts";
import { recordPublication } from "../../content/versions/versions.ts";
import { findDefinition, setPublished } from "./definitions.queries.ts";
import { keyOf } from "./public.ts";

/** Publishes the first draft without saying so to the audit log: it happened elsewhere, at the time of the transaction. */
export async function recordFirstPublication(trx: Trx, id: number, userId: number): Promise<void> {
  const first = { version: 1, since: 1, userId };
  const definition = await findDefinition(trx, id);
  if (!definition || !(await recordPublication(trx, keyOf(id), first)))
    throw new Error(`definition ${id} has no first draft`);
  await setPublished(trx, id, { version: 1, card: definition.card });
}
