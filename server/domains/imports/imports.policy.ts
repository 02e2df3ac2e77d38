/** Who may do what with a file. */
import { type AccountPreview, type ImportPreview, imports } from "@portico/api/imports.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";

/** A colleague, with the companies that they act for. */
export type Asking = Pick<Viewer, "role" | "userId" | "represents" | "begun">;
/** A file, with the accounts that it names. */
type Asked = Pick<ImportPreview, "state"> & { preview: { accounts: readonly Pick<AccountPreview, "holder">[] } };

/** Who may read a file, whatever it is. */
export const refusalToPreview = (viewer: Pick<Viewer, "role">): Verdict => staffVerdict(viewer, imports.preview);

const concerns = (viewer: Asking, { preview }: Asked): boolean =>
  preview.accounts.some(({ holder }) => holder && isHolder(viewer, holderOf(holder)));

/**
 * A file that was read and fits is written or dropped; one that is settled stays as it is.
 * Nobody writes a statement of their own, or of a company that they act for (`fourEyes`).
 */
export function refusalTo(viewer: Asking, action: "confirm" | "discard" | "answer", asked: Asked): Verdict {
  const refusal = refusalWhile(viewer, action, asked);
  return refusal === null && action === "confirm" && concerns(viewer, asked) ? "fourEyes" : refusal;
}

/** Marked quotes are accepted while the file is open; with four eyes on, not by who uploaded it (`fourEyes`). */
export function refusalToAcceptQuotes(
  viewer: Asking,
  asked: Pick<Asked, "state"> & { createdBy: number | null },
  { byTwo }: { byTwo: boolean },
): Verdict {
  const refusal = refusalWhile(viewer, "acceptQuotes", asked);
  return refusal === null && byTwo && asked.createdBy === viewer.userId ? "fourEyes" : refusal;
}

function refusalWhile(
  viewer: Asking,
  action: "confirm" | "discard" | "acceptQuotes" | "answer",
  { state }: Pick<Asked, "state">,
): Verdict {
  return staffVerdict(viewer, imports[action]) ?? (state === "previewed" ? null : "stateConflict");
}
