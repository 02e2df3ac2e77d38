/** Ids of an account's entries in the ledger: what is looked up there has the account before it, and comes back as in the file. */
import type { FoundAccount } from "../../custodians/resolve.ts";

/** What is known of an account whose entries are looked up. */
export type IdsOf = Pick<FoundAccount, "holder" | "idPrefix">;

export const toLedgerId = ({ idPrefix }: IdsOf, externalId: string): string => idPrefix + externalId;

/** As in the file; undefined of an entry of another account of the holder. */
export function toFileId({ idPrefix }: IdsOf, externalId: string): string | undefined {
  if (idPrefix === "") return externalId.startsWith("@") ? undefined : externalId;
  return externalId.startsWith(idPrefix) ? externalId.slice(idPrefix.length) : undefined;
}

/** Found entries under their ids in the file, without those of other accounts. */
export const ofAccount = <Found extends { externalId: string }>(account: IdsOf, found: readonly Found[]): Found[] =>
  found.flatMap((one) => {
    const externalId = toFileId(account, one.externalId);
    return externalId === undefined ? [] : [{ ...one, externalId }];
  });
