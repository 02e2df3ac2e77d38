/** Addresses for replies: each names a ticket and a person, and nobody else can make one. */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface ReplyTarget {
  /** Id of the ticket. */
  ticket: number;
  /** Id of the person to whom the address was given. */
  user: number;
}

const signature = (firmKey: Buffer, { ticket, user }: ReplyTarget): string =>
  createHmac("sha256", firmKey).update(`portico reply address ${ticket} ${user}`).digest("hex").slice(0, 24);

/** `desk+17.4.<96 bits of an HMAC>@firm.example`: fits the 64 characters that a local part may have. */
export function replyAddress(firmKey: Buffer, mailbox: string, target: ReplyTarget): string {
  const [name, domain] = mailbox.split("@");
  return `${name}+${target.ticket}.${target.user}.${signature(firmKey, target)}@${domain}`;
}

/** The ticket and the person of an address that the portal made; null for any other. */
export function readReplyAddress(firmKey: Buffer, mailbox: string, address: string): ReplyTarget | null {
  const [name = "", domain = ""] = mailbox.toLowerCase().split("@");
  const [local = "", ofDomain = "", ...more] = address.trim().toLowerCase().split("@");
  if (more.length > 0 || ofDomain !== domain || !local.startsWith(`${name}+`)) return null;
  const [, ticket, user, given] =
    /^([1-9]\d{0,14})\.([1-9]\d{0,14})\.([0-9a-f]{24})$/.exec(local.slice(name.length + 1)) ?? [];
  if (given === undefined) return null;
  const target = { ticket: Number(ticket), user: Number(user) };
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(firmKey, target))) ? target : null;
}
