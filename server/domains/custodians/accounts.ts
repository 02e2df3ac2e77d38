/** Whose an account at a custodian is: it decides whose money its files book, so two people do with four eyes on. */
import type { custodians as calls } from "@portico/api/custodians.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import { normalNumber } from "@portico/api/rules/custodians.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getHolder, getHolderAccount, refuseStaff } from "../holders/holders.ts";
import type { ProposalKind } from "../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../proposals/proposals.ts";
import {
  type AccountRow,
  endAccountRow,
  hasBooked,
  lockAccount,
  lockAccountById,
  saveAccount,
} from "./accounts.queries.ts";
import { refusalToEndAccount, refusalToLink } from "./custodians.policy.ts";
import { findCustodianName, lockCustodian } from "./custodians.queries.ts";

interface Asked {
  custodian: number;
  number: string;
  currency: string | null;
}

/** By what an open proposal about the account is found. */
const proposedAs = ({ custodian, number }: Asked): string => `${custodian} ${number}`;

const holderOfAccount = (account: AccountRow | undefined): Holder | null =>
  account && account.holderType !== null && account.holderId !== null
    ? { holderType: account.holderType, holderId: account.holderId }
    : null;

/** What an account is now, as a proposal compares it (the same fields as in proposals.queries.ts). */
const linkedOf = (account: AccountRow | undefined) =>
  account
    ? {
        purpose: account.purpose,
        holder_type: account.holderType,
        holder_id: account.holderId,
        version: account.version,
      }
    : null;

/** The custodian and the account of this number, locked; `notFound` without such a custodian, `stateConflict` if it has ended. */
async function lockBoth(tx: Trx, { custodian, number }: Asked): Promise<{ name: string; account?: AccountRow }> {
  const record = await lockCustodian(tx, custodian);
  if (!record) throw new Refusal("notFound");
  if (record.ended_at !== null) throw new Refusal("stateConflict");
  const account = await lockAccount(tx, custodian, number);
  return { name: record.name, ...(account && { account }) };
}

/** Refuses (`inUse`) to take an account from a holder while entries that came through it count in their ledger. */
async function refuseBooked(tx: Trx, account: AccountRow | undefined, holder: Holder | null): Promise<void> {
  const former = holderOfAccount(account);
  if (!account || !former) return;
  if (holder && former.holderType === holder.holderType && former.holderId === holder.holderId) return;
  const { number, custodianId } = account;
  if (await hasBooked(tx, former, { number, custodianId, inForce: true })) throw new Refusal("inUse");
}

/**
 * Links an account to a client, or proposes it with four eyes on. The same link again is one. `inUse` while entries booked through it
 * count with another client, `isStaff` for a member of staff, `fourEyes` for one's own account.
 */
export const linkAccount = (
  context: Context,
  { holder_type, holder_id, reason, ...asked }: Parsed<typeof calls.linkAccount>["body"],
): Promise<{ id: number | null; proposalId: number | null }> =>
  transact(context, async (tx) => {
    const holder: Holder = { holderType: holder_type, holderId: holder_id };
    enforce(refusalToLink(requireViewer(context), holder));
    const { name: holderName } = await getHolder(tx, holder);
    if (holder_type === "user") await refuseStaff(tx, [holder_id]);
    const { name, account } = await lockBoth(tx, asked);
    if (account && isLinkedTo(account, holder) && account.currency === asked.currency)
      return { id: account.id, proposalId: null };
    await refuseBooked(tx, account, holder);
    await refuseWhileProposed(tx, { action: "linkAccount", account: proposedAs(asked) });
    if (!(await needsTwo(tx)))
      return { id: await link(tx, context, { asked, holder, account, reason }), proposalId: null };
    requireReason(reason);
    const former = holderOfAccount(account);
    const proposalId = await propose(tx, context, {
      action: "linkAccount",
      holder,
      before: { linked: linkedOf(account) },
      after: {
        ...asked,
        custodian: name,
        custodianId: asked.custodian,
        account: proposedAs(asked),
        name: holderName,
        was: former && (await getHolder(tx, former)).name,
      },
      reason,
    });
    return { id: null, proposalId };
  });

const isLinkedTo = (account: AccountRow, { holderType, holderId }: Holder): boolean =>
  account.endedAt === null && account.holderType === holderType && account.holderId === holderId;

/** What the timeline of a client says of an account that is theirs no longer. */
const unlinked = ({ custodian, number }: { custodian: string; number: string }, reason: string | null) => ({
  custodian,
  number,
  reason,
});

/** Writes the link, and records it with both clients. */
async function link(
  tx: Tx,
  context: Context,
  given: { asked: Asked; holder: Holder; account: AccountRow | undefined; reason: string | undefined },
): Promise<number> {
  const { asked, holder, account } = given;
  const reason = given.reason ?? null;
  const { custodian: custodianId, number, currency } = asked;
  const former = holderOfAccount(account);
  const { clientNumber } = await getHolderAccount(tx, holder);
  // Entries that were booked by the client number keep their ids, and so does what follows.
  const byNumber =
    normalNumber(clientNumber ?? "") === number ||
    (account === undefined && (await hasBooked(tx, holder, { number, custodianId, inForce: false })));
  const ownIds = account && former && isLinkedTo({ ...account, endedAt: null }, holder) ? account.ownIds : !byNumber;
  const by = requireViewer(context).userId;
  const id = await saveAccount(tx, { custodianId, number, currency, purpose: "client", holder, ownIds, reason, by });
  const told = { custodian: (await findCustodianName(tx, custodianId))?.name ?? "", number, currency };
  if (former && !(former.holderType === holder.holderType && former.holderId === holder.holderId)) {
    tx.audit("holder.accountUnlinked", former, { before: told, after: unlinked(told, reason) });
    tx.emit("holder:state", former);
  }
  tx.audit("holder.accountLinked", holder, { after: { ...told, reason } });
  tx.emit("holder:state", holder);
  tx.emit("custodians:changed", {});
  return id;
}

/** Links the account that was proposed; `stateConflict` if it changed since, `inUse` as of `linkAccount`. */
export const linkProposal: ProposalKind = {
  async carryOut(tx, context, { holder, before, after, reason }) {
    const asked: Asked = {
      custodian: Number(after["custodianId"]),
      number: String(after["number"]),
      currency: typeof after["currency"] === "string" ? after["currency"] : null,
    };
    const { account } = await lockBoth(tx, asked);
    if (JSON.stringify(toSeen(linkedOf(account))) !== JSON.stringify(toSeen(before["linked"])))
      throw new Refusal("stateConflict");
    await refuseBooked(tx, account, holder);
    if (holder.holderType === "user") await refuseStaff(tx, [holder.holderId]);
    await link(tx, context, { asked, holder, account, reason: reason ?? undefined });
  },
};

/** Fields in one order: stored JSON does not keep it. */
const toSeen = (linked: unknown): unknown[] | null => {
  const one = linked as ReturnType<typeof linkedOf>;
  return one && [one.purpose, one.holder_type, one.holder_id, one.version];
};

/** Says what an account without a client is. `inUse` while entries booked through it count with a client. */
export const markAccount = (
  context: Context,
  { purpose, reason, ...asked }: Parsed<typeof calls.markAccount>["body"],
): Promise<{ id: number }> =>
  transact(context, async (tx) => {
    const { name, account } = await lockBoth(tx, asked);
    const former = holderOfAccount(account);
    if (former) enforce(refusalToLink(requireViewer(context), former));
    await refuseBooked(tx, account, null);
    await refuseWhileProposed(tx, { action: "linkAccount", account: proposedAs(asked) });
    const { custodian: custodianId, number, currency } = asked;
    const by = requireViewer(context).userId;
    const id = await saveAccount(tx, {
      custodianId,
      number,
      currency,
      purpose,
      holder: null,
      ownIds: account?.ownIds ?? true,
      reason,
      by,
    });
    const told = { custodian: name, number, currency };
    if (former) {
      tx.audit("holder.accountUnlinked", former, { before: told, after: unlinked(told, reason) });
      tx.emit("holder:state", former);
    }
    tx.audit("custodian.accountMarked", custodianId, {
      ...(account && { before: { purpose: account.purpose } }),
      after: { ...told, purpose, reason },
    });
    tx.emit("custodians:changed", {});
    return { id };
  });

/** Closes an account: files that name it are refused, rather than booked by a client number that happens to be the same. */
export const endAccount = (
  context: Context,
  id: number,
  { version, reason }: Parsed<typeof calls.endAccount>["body"],
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const account = await lockAccountById(tx, id);
    if (!account) throw new Refusal("notFound");
    const holder = holderOfAccount(account);
    const viewer = requireViewer(context);
    enforce(refusalToEndAccount(viewer, { ended_at: account.endedAt }));
    if (holder) enforce(refusalToLink(viewer, holder));
    if (!(await endAccountRow(tx, { id, version }, viewer.userId))) throw new Refusal("stateConflict");
    const { number, currency, custodianId } = account;
    const told = { custodian: (await findCustodianName(tx, custodianId))?.name ?? "", number, currency };
    if (holder) {
      tx.audit("holder.accountUnlinked", holder, { before: told, after: unlinked(told, reason) });
      tx.emit("holder:state", holder);
    }
    tx.audit("custodian.accountEnded", custodianId, { before: told, after: { reason } });
    tx.emit("custodians:changed", {});
    return { done: true };
  });
