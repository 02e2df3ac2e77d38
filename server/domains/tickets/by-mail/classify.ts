/** What a received mail is, by its headers alone. */
import type { ReplyTarget } from "../../../adapters/mailbox/reply-address.ts";
import type { ReceivedMail } from "./parse-mail.task.ts";

/** Why a mail is left alone, without an answer: an answer to a machine begins a loop, to a forger it tells. */
export type Ignored =
  | "automatic"
  | "maybeAutomatic"
  | "loop"
  | "unknownAddress"
  | "severalTickets"
  | "unclearSender"
  | "forged";

export type Classified =
  | { target: ReplyTarget; from: string; mayBeAutomatic: boolean }
  | { ignored: Ignored; target: ReplyTarget | null };

const machineNames = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|abuse|root)([+.-].*)?@/;

/** RFC 3834, and what was in use before it. */
function isAutomatic({ headers, contentType, from }: ReceivedMail): boolean {
  const submitted = headers["auto-submitted"]?.split(";")[0]?.trim();
  return (
    (submitted !== undefined && submitted !== "no") ||
    headers.precedence === "auto_reply" ||
    headers["return-path"] === "<>" ||
    headers["x-autoreply"] !== undefined ||
    headers["x-autorespond"] !== undefined ||
    headers["list-id"] !== undefined ||
    contentType === "multipart/report" ||
    from.some((address) => machineNames.test(address))
  );
}

/** Signs that some programs put into everybody's mails. */
const mayBeAutomatic = ({ headers }: ReceivedMail): boolean =>
  /^(?:bulk|junk|list)$/.test(headers.precedence ?? "") ||
  /\b(?:all|oof|autoreply)\b/.test(headers["x-auto-response-suppress"] ?? "") ||
  headers["list-unsubscribe"] !== undefined;

/**
 * The ticket that a mail answers and the address it comes from, or why it is left alone. `read` reads an address that
 * the portal made; `own` are the portal's own addresses.
 */
export function classify(
  mail: ReceivedMail,
  { own, read }: { own: readonly string[]; read: (address: string) => ReplyTarget | null },
): Classified {
  const isOwn = (address: string): boolean => own.includes(address) || read(address) !== null;
  const targets = new Map(
    mail.to.flatMap((address) => {
      const target = read(address);
      return target ? [[`${target.ticket} ${target.user}`, target] as const] : [];
    }),
  );
  const [only] = targets.values();
  const target = targets.size === 1 && only ? only : null;
  if (mail.from.some(isOwn)) return { ignored: "loop", target };
  if (isAutomatic(mail)) return { ignored: "automatic", target };
  if (targets.size > 1) return { ignored: "severalTickets", target };
  if (!target) return { ignored: mayBeAutomatic(mail) ? "automatic" : "unknownAddress", target };
  const [from] = mail.from;
  if (from === undefined || mail.fromHeaders !== 1 || new Set(mail.from).size > 1)
    return { ignored: "unclearSender", target };
  if (mail.authentication.isDisowned) return { ignored: "forged", target };
  return { target, from, mayBeAutomatic: mayBeAutomatic(mail) };
}
