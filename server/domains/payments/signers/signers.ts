/**
 * Who must confirm a withdrawal: a person alone; of a company, its representatives by its own rule or the firm's, and as
 * its approved form says who acts alone, with whom, and up to what amount.
 */
import type { SignerRule } from "@portico/api/contract-states.ts";
import { dayIn } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getStatedAuthority, listSigners } from "../../holders/authority.ts";
import {
  type ActingPerson,
  type IsAbove,
  isComplete,
  leastSignatures,
  type Signer,
  type StatedAuthority,
  toSigners,
  withoutAmount,
} from "../../holders/needed-signatures.ts";
import { listRatesOn } from "../../market-data/market-data.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { findSignerRule } from "../withdrawals/reservations.queries.ts";
import { isAboveLimit, type RateOfDay } from "./signing-limits.ts";

/** An amount that is to be paid, with the instant at which it was asked for. */
export interface Payment {
  amount: string;
  currency: string;
  at: Date;
}

export interface Signers {
  rule: SignerRule;
  /** The people who act for the holder today or are suspended, with what they may do about the payment. */
  people: readonly Signer[];
}

/** Who acts for a holder, and by what. */
export interface Acting {
  rule: SignerRule;
  /** Also those whose right is suspended. */
  people: readonly ActingPerson[];
  stated: readonly StatedAuthority[];
}

/** The people who act for the holder today, and how its form and its rule say that they act. */
export async function getActing(db: Db, holder: Holder): Promise<Acting> {
  const people = await listSigners(db, holder);
  const stated = await getStatedAuthority(db, holder);
  const rule = holder.holderType === "user" ? "any" : await getSignerRule(db, holder);
  return { rule, people, stated };
}

const getSignerRule = async (db: Db, holder: Holder): Promise<SignerRule> =>
  (await findSignerRule(db, holder.holderId)) ?? (await getSetting(db, "withdrawalRules")).companySigners;

/** Whether somebody may confirm today. */
export const hasActing = ({ people }: Signers): boolean => people.some((one) => !one.suspended);

/**
 * What these people may do about a payment; without one, about an amount below every limit. A limit in another currency is
 * compared by the rates of the day on which the payment was asked for; without a rate it counts as exceeded.
 */
export async function getSigners(db: Db, { rule, people, stated }: Acting, payment?: Payment): Promise<Signers> {
  const isAbove = payment ? await comparedWith(db, payment, stated) : withoutAmount;
  return { rule, people: toSigners(people, stated, isAbove) };
}

async function comparedWith(
  db: Db,
  { amount, currency, at }: Payment,
  stated: readonly StatedAuthority[],
): Promise<IsAbove> {
  const foreign = stated.flatMap(({ limit }) => (limit && limit.currency !== currency ? [limit.currency] : []));
  if (foreign.length === 0) return (limit) => isAboveLimit({ amount, currency }, limit, { day: "", rates: [] });
  const day = dayIn((await firmDay(db, at)).timeZone, at);
  const rates: RateOfDay[] = await listRatesOn(db, day, [...new Set([currency, ...foreign])]);
  return (limit) => isAboveLimit({ amount, currency }, limit, { day, rates });
}

/** Confirmations that are needed at least, those that were given included. */
export const countNeeded = ({ rule, people }: Signers, confirmedBy: readonly number[] = []): number =>
  leastSignatures(rule, people, confirmedBy);

export const isConfirmed = ({ rule, people }: Signers, confirmedBy: readonly number[]): boolean =>
  isComplete(rule, people, confirmedBy);
