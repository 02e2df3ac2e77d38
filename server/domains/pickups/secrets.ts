/** Passwords and keys of custodians' folders: encrypted, each for one address. */

import type { Parsed } from "@portico/api/endpoint.ts";
import type { pickups as calls } from "@portico/api/pickups.ts";
import type { SftpAddress, SftpSecret } from "../../adapters/sftp/sftp.ts";
import { type Context, requireViewer, type Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { findSecret, listCustodians, upsertSecret } from "./pickups.queries.ts";

export const addressOf = ({ user, host, port }: SftpAddress): string => `${user}@${host.toLowerCase()}:${port}`;
const boundTo = (custodianId: number, address: string): string => `${custodianId} ${address}`;

/** `notFound` without such a custodian. Nothing of the secret is in the audit log, and no call answers it. */
export async function saveSecret(
  context: Context,
  { custodianId, secret, ...to }: Parsed<typeof calls.saveSecret>["body"],
): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  const address = addressOf(to);
  const sealed = await context.vault.seal("pickup", Buffer.from(JSON.stringify(secret)), boundTo(custodianId, address));
  await transact(context, async (tx) => {
    if (!(await listCustodians(tx)).some(({ id }) => id === custodianId)) throw new Refusal("notFound");
    await upsertSecret(tx, custodianId, { kind: secret.kind, address, sealed, by: userId });
    tx.audit("pickup.secretSaved", custodianId, { after: { kind: secret.kind, address } });
    tx.emit("pickups:changed", {});
  });
  return { done: true };
}

/** The secret for the address; undefined if none is stored, or one for another address. */
export async function openSecret(
  { db, vault }: Pick<Services, "db" | "vault">,
  custodianId: number,
  to: SftpAddress,
): Promise<SftpSecret | undefined> {
  const row = await findSecret(db, custodianId);
  const address = addressOf(to);
  if (row?.address !== address) return undefined;
  return JSON.parse((await vault.open("pickup", row.sealed, boundTo(custodianId, address))).toString()) as SftpSecret;
}
