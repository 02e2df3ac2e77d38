/** Who must confirm a withdrawal: a person alone; of a company, its representatives by its own rule or the firm's. */
import type { SignerRule } from "@portico/api/contract-states.ts";
import { money } from "@portico/api/money.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce, type Verdict } from "../../../kernel/policy.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { getHolder, getPeopleOf } from "../../holders/holders.service.ts";
import { isComplete, neededSignatures } from "../../holders/holders.signers.ts";
import { getSetting } from "../../settings/settings.service.ts";
import { findSignerRule, saveSignerRule } from "./reservations.queries.ts";

export interface Signers {
  rule: SignerRule;
  /** The people who act for the holder today. */
  people: readonly number[];
  needed: number;
}

/** The people who may confirm today, and how many of them must. */
export async function getSigners(db: Db, holder: Holder): Promise<Signers> {
  const people = (await getPeopleOf(db, holder)).map(({ id }) => id);
  const rule = holder.holderType === "user" ? "any" : await getSignerRule(db, holder);
  return { rule, people, needed: neededSignatures(rule, people.length) };
}

const getSignerRule = async (db: Db, holder: Holder): Promise<SignerRule> =>
  (await findSignerRule(db, holder.holderId)) ?? (await getSetting(db, "withdrawalRules")).companySigners;

export const isConfirmed = ({ rule, people }: Signers, confirmedBy: readonly number[]): boolean =>
  isComplete(rule, people, confirmedBy);

/** Of companies alone: a person confirms by themselves. */
export const refusalToSetSigners = (viewer: Viewer, holder: Holder): Verdict =>
  holder.holderType === "user" ? "forbidden" : refusalToDecide(viewer, money.setSigners, holder);

/** Sets a company's own rule, or null for the firm's. Withdrawals that wait follow it at once. */
export async function setSigners(
  context: Context,
  holder: Holder,
  rule: SignerRule | null,
): Promise<{ rule: SignerRule }> {
  const viewer = requireViewer(context);
  await getHolder(context.db, holder);
  enforce(refusalToSetSigners(viewer, holder));
  return transact(context, async (tx) => {
    const before = (await findSignerRule(tx, holder.holderId)) ?? null;
    if (before !== rule) {
      await saveSignerRule(tx, holder.holderId, rule, viewer.userId);
      tx.audit("holder.withdrawalSignersSet", holder, { before: { rule: before }, after: { rule } });
      tx.emit("money:changed", holder);
    }
    return { rule: await getSignerRule(tx, holder) };
  });
}
