/** Mails queued invitations: each in one transaction with its mail, and no more in an hour than the firm allows. */
import { systemContext } from "../../../jobs/system-context.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getFirmDocuments } from "../../content/documents.ts";
import { missingDocuments } from "../../content/registration.ts";
import { endOutstanding } from "../../sessions/outstanding.ts";
import { openReset } from "../../sessions/passwords/new-password.ts";
import { getSetting } from "../../settings/settings.ts";
import { clientInvitationMail } from "./inviting.mails.ts";
import { countSentInHour, lockSending, markSent, noteAsked, takeDue } from "./inviting.queries.ts";
import { languageOf } from "./inviting.ts";

const usualBudgetMs = 30_000;
const tellPagesMs = 2000;

/** The page on which the password is chosen shows the firm's terms and privacy notice, as registration does. */
function welcoming(link: string): string {
  const address = new URL(link);
  address.searchParams.set("welcome", "1");
  return address.href;
}

/** Mails one; false if none is due, or no more may go out now. */
const sendNext = (context: Context): Promise<boolean> =>
  transact(context, async (tx) => {
    await lockSending(tx);
    const { perHour, days } = await getSetting(tx, "clientInvitations");
    if ((await countSentInHour(tx)) >= perHour) return false;
    const due = await takeDue(tx);
    if (!due || missingDocuments(await getFirmDocuments(tx)).length > 0) return false;
    const { id, name, email, sends } = due;
    const language = languageOf(due.language);
    // A link that was mailed before works no longer.
    await endOutstanding(tx, id);
    const link = welcoming(await openReset(tx, context.config.publicUrl, { id, email, language }, days * 24));
    const params = { name, link, days, again: sends > 0 };
    await tx.mail({ to: email, language, template: clientInvitationMail, params, unhurried: true });
    const expiresAt = await markSent(tx, id, days);
    tx.audit("user.invited", id, { after: { email, expiresOn: expiresAt.toISOString(), sends: sends + 1 } });
    return true;
  });

/** Mails what is due, for a while; the schedule goes on. */
export async function sendDueInvitations(services: Services, budgetMs = usualBudgetMs): Promise<number> {
  const context = systemContext(services, "clientImports");
  const tell = () => transact(context, async (tx) => tx.emit("clientImports:changed", {}));
  const until = performance.now() + budgetMs;
  let toldPages = performance.now();
  let sent = 0;
  while (performance.now() < until && (await sendNext(context))) {
    sent += 1;
    if (performance.now() - toldPages < tellPagesMs) continue;
    toldPages = performance.now();
    await tell();
  }
  if (sent > 0) await tell();
  return sent;
}

/** They are not invited by that, but their administrator sees it. */
export const noteAskedForPassword = (services: Services, userId: number): Promise<unknown> =>
  transact(systemContext(services, "clientImports"), async (tx) => {
    await noteAsked(tx, userId);
    tx.emit("clientImports:changed", {});
  });
