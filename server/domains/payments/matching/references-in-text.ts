/** The references of requests and holders, and what the text of a payment names. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Named, namedIn, referenceOfDeposits } from "./reference-formats.ts";
import {
  listFormerReferences,
  listHoldersOfFormer,
  listNamedWithdrawals,
  type NamedRequest,
} from "./references.queries.ts";

/** What payments of the holder may carry: the one that they see, and those given out before that nobody else has. */
export async function getDepositReferences(db: Db, holder: Holder): Promise<string[]> {
  const former = await listFormerReferences(db, holder);
  return [referenceOfDeposits(holder), ...former.filter(({ isShared }) => !isShared).map(({ reference }) => reference)];
}

/** What a payment names: withdrawals that exist, and holders by their present or an earlier reference. */
export interface NamedBy {
  withdrawals: NamedRequest[];
  holders: Holder[];
}

/** What each of these texts names. */
export async function findNamed(db: Db, descriptions: readonly (string | null)[]): Promise<NamedBy[]> {
  const named: Named[] = descriptions.map((description) => namedIn(description));
  const withdrawals = new Map(
    (
      await listNamedWithdrawals(
        db,
        named.flatMap(({ requestIds }) => requestIds),
      )
    ).map((one) => [one.id, one]),
  );
  const former = Map.groupBy(
    await listHoldersOfFormer(
      db,
      named.flatMap(({ others }) => others),
    ),
    ({ reference }) => reference,
  );
  return named.map(({ requestIds, holders, others }) => ({
    withdrawals: requestIds.flatMap((id) => withdrawals.get(id) ?? []),
    holders: [...holders, ...others.flatMap((reference) => former.get(reference) ?? [])],
  }));
}
