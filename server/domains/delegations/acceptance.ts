/** How an invitation becomes access: read with its secret, accepted with the account of the invited address. */

import type { delegations } from "@portico/api/delegations.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { sha256 } from "../../http/session.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getHolder } from "../holders/holders.ts";
import { type DelegationRecord, findBySecret, findEmail, lockBySecret, setAccepted } from "./delegations.queries.ts";
import { listOwnShares, recordedOf } from "./delegations.ts";

const stateFor = ({ state }: DelegationRecord) =>
  state === "invited" ? "open" : state === "current" ? "accepted" : "gone";

/** What it is for; `notFound` for a secret that is none. */
export async function readInvitation(
  { db }: Context,
  secret: string,
): Promise<Answer<(typeof delegations)["readInvitation"]>> {
  const row = await findBySecret(db, sha256(secret));
  if (!row) throw new Refusal("notFound");
  const { name } = await getHolder(db, holderOf(row));
  return { name, email: row.email, parts: row.parts, validTo: row.valid_to, state: stateFor(row) };
}

/**
 * Accepts it for the caller. `otherAddress` unless the account has the invited address, `isStaff` for staff, `stateConflict` if it is
 * taken back, too late or over. The same account may repeat it.
 */
export async function acceptInvitation(
  context: Context,
  secret: string,
): Promise<Answer<(typeof delegations)["accept"]>> {
  const { userId, role, name } = requireViewer(context);
  const id = await transact(context, async (tx) => {
    const row = await lockBySecret(tx, sha256(secret));
    if (!row) throw new Refusal("notFound");
    if (role !== "client") throw new Refusal("isStaff");
    if ((await findEmail(tx, userId)) !== row.email) throw new Refusal("otherAddress");
    if (row.state === "current" && row.delegate_id === userId) return row.id;
    if (row.state !== "invited") throw new Refusal("stateConflict");
    await setAccepted(tx, row.id, userId);
    const holder = holderOf(row);
    tx.audit("delegation.accepted", holder, { after: { ...recordedOf(row), userId } });
    tx.emit("delegation", holder);
    tx.rightsChanged({ userIds: [userId], companyIds: [] });
    await tx.notify(holder, { type: "delegate_accepted", params: { account: name }, target_id: row.id });
    return row.id;
  });
  const share = (await listOwnShares(context, userId)).find((one) => one.id === id);
  // The holder was disabled, or ended it at the same moment.
  if (!share) throw new Refusal("stateConflict");
  return share;
}
