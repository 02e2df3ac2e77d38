/** Mails that became comments. */
import { mailLimits } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { readTicket, seesAll } from "../tickets.ts";
import { findWhole } from "./by-mail.queries.ts";

/**
 * All of the mail of which a comment of the holder's ticket, or of one merged into it, is a part; `notFound` if it is of
 * none, and if a client asks for that of a note.
 */
export async function getMail(
  context: Context,
  { id, commentId, ...holder }: Holder & { id: number; commentId: number },
  as: "holder" | undefined,
): Promise<{ text: string; is_cut: boolean }> {
  await readTicket(context.db, id, holder);
  const withNotes = seesAll(requireViewer(context), holder, as);
  const text = await findWhole(context.db, { ticketId: id, commentId, withNotes });
  if (text === null) throw new Refusal("notFound");
  return { text, is_cut: text.length >= mailLimits.whole };
}
