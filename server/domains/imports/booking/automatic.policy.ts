/** Whether a file is so clean that the portal may book it without a person (docs/decisions/0358). */
import { type PersonReason, personReasons } from "@portico/api/rules/pickups.ts";
import type { ImportRecord } from "../imports.queries.ts";

type Judged = Pick<ImportRecord, "state" | "preview">;

/** Every reason, in the order of the list; none for a file that may be booked. `openQuotes`: marked ones that nobody accepted. */
export function reasonsForPerson({ state, preview }: Judged, openQuotes: number): PersonReason[] {
  const { accounts } = preview;
  const found: Partial<Record<PersonReason, boolean>> = {
    refused: state === "refused" || preview.refusals.length > 0,
    remarks: preview.remarks.length > 0,
    undecided: preview.undecided.length > 0,
    questions: (preview.questions ?? []).some(({ answer }) => answer === null),
    quotes: openQuotes > 0,
    doesNotClose: preview.closes === false,
    differences: accounts.some(({ positions }) => positions.some(({ difference }) => difference !== null)),
    openingBalances: accounts.some(({ suggestedOpeningBalances }) => suggestedOpeningBalances.length > 0),
    cashBelowZero: accounts.some(({ cashBelowZero }) => cashBelowZero.length > 0),
    transfers: preview.transfers.some(({ cost }) => cost === null),
  };
  return personReasons.filter((reason) => found[reason]);
}
