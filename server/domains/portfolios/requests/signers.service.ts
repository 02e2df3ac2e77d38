/**
 * Who must confirm a withdrawal: a person alone; of a company, its representatives by its own rule or the firm's, and as
 * its approved form says who acts alone.
 */
import type { SignerRule } from "@portico/api/contract-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getSigners as getSignersOf, listSigners } from "../../holders/holders.authority.service.ts";
import { isComplete, leastSignatures, type Signer } from "../../holders/holders.signers.ts";
import { getSetting } from "../../settings/settings.service.ts";
import { findSignerRule } from "./reservations.queries.ts";

export interface Signers {
  rule: SignerRule;
  /** The people who act for the holder today, also those whose right to is suspended. */
  people: readonly Signer[];
  /** At least. */
  needed: number;
}

/** The people who may confirm today, and how many of them must. */
export async function getSigners(db: Db, holder: Holder): Promise<Signers> {
  const people = await getSignersOf(db, holder, await listSigners(db, holder));
  const rule = holder.holderType === "user" ? "any" : await getSignerRule(db, holder);
  return { rule, people, needed: leastSignatures(rule, people) };
}

const getSignerRule = async (db: Db, holder: Holder): Promise<SignerRule> =>
  (await findSignerRule(db, holder.holderId)) ?? (await getSetting(db, "withdrawalRules")).companySigners;

/** Whether somebody may confirm today. */
export const hasActing = ({ people }: Signers): boolean => people.some((one) => !one.suspended);

export const isConfirmed = ({ rule, people }: Signers, confirmedBy: readonly number[]): boolean =>
  isComplete(rule, people, confirmedBy);
