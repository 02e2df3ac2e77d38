/**
 * Mails that S/MIME wrapped whole (RFC 8551): what was written is a mail part inside a CMS structure (RFC 5652), in DER or,
 * as Outlook writes it, in BER of indefinite length. Signatures are not verified: who wrote is known by the address alone.
 */
import { inflateSync } from "node:zlib";
import { at, octetsOf, readFirst } from "../../../seal/der.ts";
import type { MailPart } from "./mail-parts.ts";

/** Longer than any mail that is read. */
const longestInflated = 64 * 1024 * 1024;

const kinds: Record<string, "signed" | "compressed" | "encrypted"> = {
  "2a864886f70d010702": "signed",
  "2a864886f70d010703": "encrypted",
  "2a864886f70d0109100109": "compressed",
  "2a864886f70d0109100117": "encrypted",
};

/** A document that was signed (`contract.pdf.p7m`) is a file, not a mail. */
const isDocument = (name: string): boolean => /\.[a-z0-9]{1,5}\.p7[mz]$/i.test(name);

/** By its type, or by its name if a server on its way changed the type. */
export const isWrapped = ({ type, name }: MailPart): boolean =>
  (/^application\/(?:x-)?pkcs7-mime$/.test(type) || /^smime\.p7[mz]$/i.test(name)) && !isDocument(name);

/** The signature beside a text that is readable without it. */
export const isSignature = ({ type, name }: MailPart): boolean =>
  type === "application/octet-stream" && /^smime\.p7s$/i.test(name);

/** A mail part begins with a header. */
const isMailPart = (content: Buffer): boolean => /^[!-9;-~]{1,76}:/.test(content.toString("latin1", 0, 80));

/** The mail part inside, as it was written; `certificates` if there is nothing but them, `unknown` if it cannot be opened. */
export function unwrap({ content }: MailPart): Buffer | "encrypted" | "certificates" | "unknown" {
  try {
    const info = readFirst(content);
    const kind = kinds[at(info, 0, 0x06).content.toString("hex")];
    if (kind === undefined) return "unknown";
    if (kind === "encrypted") return "encrypted";
    // Both begin with a version and an algorithm.
    const inside = at(at(at(info, 1, 0xa0), 0, 0x30), 2, 0x30);
    if (inside.items.length < 2) return kind === "signed" ? "certificates" : "unknown";
    const octets = octetsOf(at(at(inside, 1, 0xa0), 0));
    const part = kind === "compressed" ? inflateSync(octets, { maxOutputLength: longestInflated }) : octets;
    return isMailPart(part) ? part : "unknown";
  } catch {
    return "unknown";
  }
}
