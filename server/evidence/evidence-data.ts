/** What the evidence pack says of a signed contract: plain data, which the caller reads from its tables. */
import type { Language } from "@portico/api/shapes.ts";

/** A contract that is signed but not sealed yet. Times are ISO 8601 in UTC, hashes SHA-256 in lower-case digits. */
export interface SignedContract {
  firm: string;
  /** Public address of the portal. */
  portal: string;
  contract: {
    id: number;
    title: string;
    language: Language;
    template: { key: string; version: number } | null;
    /** The PDF that was shown to those who signed: its hash, and its length in bytes. */
    sha256: string;
    size: number;
    pages: number;
    sentAt: string | null;
    /** When the last signature made the contract effective. */
    approvedAt: string;
    holder: { type: "user" | "company"; name: string; clientNumber: string | null };
  };
  /** In the order in which they were made. */
  signatures: EvidenceSignature[];
}

export interface EvidenceData extends SignedContract {
  /** When the pack was made: the date of its files and of their signatures. */
  madeAt: string;
  contract: SignedContract["contract"] & {
    /** The same PDF under the firm's seal. */
    sealedSha256: string;
    /** Pages with the evidence at the end of the sealed PDF; 0 for one that was sealed before there were such pages. */
    evidencePages: number;
    /** Why there are none: the PDF was signed by somebody before, is a form drawn by readers, or cannot be extended. */
    evidenceOmitted: "signed" | "form" | "structure" | null;
  };
}

/** Where the firm publishes its authorities and the page that verifies packs. */
export const publishedAt = ({ portal }: Pick<SignedContract, "portal">): string => `${portal}/verify-contract`;

export interface EvidenceSignature {
  side: "client" | "firm";
  /** As typed by the signer. */
  name: string;
  /** Asked before the code, because the name is not the account's; only then. */
  nameQuestion?: { asked: string; answer: "yes" };
  account: { id: number; name: string; email: string };
  /** The company that the signer represented. */
  actingFor: string | null;
  at: string;
  /** Network address. */
  address: string;
  /** As the browser called itself. */
  browser: string;
  /** Of the PDF that was shown. */
  documentSha256: string;
  /** How the signer read the PDF before, as their application states it; missing if that was not recorded. */
  shown?: { how: "displayed" | "downloaded" | "unstated"; at: string | null };
  /** The declaration that the signer agreed to; null for the firm. */
  agreement: { version: string; text: string } | null;
  /** The one-time code that confirmed it, mailed or of an authenticator app; never the code itself. Null for the firm. */
  code: { id: string; sentTo: string; sentAt: string; usedAt: string } | { app: true; usedAt: string } | null;
}
