/** The pages with the evidence that sealing adds to a signed contract, in the contract's language. */
import { createHash } from "node:crypto";
import { textIn } from "@portico/messages/server-text.ts";
import type { Translate } from "@portico/messages/text.ts";
import type { Block, List } from "@portico/pdf/model/blocks.ts";
import type { PdfDocument } from "@portico/pdf/write.ts";
import type { SealBasis } from "../seal/seal.ts";
import { contractRows, heading, paragraph, row, type Shown, shownIn, signatureRows } from "./evidence-blocks.ts";
import { type EvidenceSignature, publishedAt, type SignedContract } from "./evidence-data.ts";

interface Setting {
  /** The firm's. */
  timeZone: string;
  basis: SealBasis;
}

/** As OpenSSL and the page that verifies show it, on two lines. */
function fingerprintOf(certificate: Buffer): string {
  const digits = createHash("sha256").update(certificate).digest("hex").toUpperCase();
  return (digits.match(/.{32}/g) ?? []).map((line) => line.match(/../g)?.join(":")).join("\n");
}

const signatureBlocks = (t: Translate, one: EvidenceSignature, shown: Shown): Block[] => [
  heading(2, t(`evidence.pdf.signature.${one.side}`)),
  {
    kind: "facts",
    rows: [
      ...signatureRows(t, one, shown),
      ...row(
        t("evidence.sealed.agreement"),
        one.agreement && t("evidence.sealed.version", { version: one.agreement.version }),
      ),
    ],
  },
];

const steps = (...texts: string[]): List => ({ kind: "list", start: 1, items: texts.map((text) => [paragraph(text)]) });

/** The same contract, certificate and time zone give the same document. */
export function sealedPagesDocument(data: SignedContract, { timeZone, basis }: Setting): PdfDocument {
  const { contract, firm } = data;
  const t = textIn(contract.language);
  const shown = shownIn(contract.language, timeZone);
  const address = publishedAt(data);
  const size = `${contract.size}`;
  const until = shown(basis.validUntil.toISOString());
  const service = basis.timestamps && new URL(basis.timestamps).host;
  return {
    language: contract.language,
    title: t("evidence.sealed.title"),
    firm,
    reference: `${contract.id} · ${contract.sha256.slice(0, 16)}`,
    date: contract.approvedAt,
    labels: {
      page: t("evidence.sealed.page", { page: "{page}", pages: "{pages}" }),
      signature: t("evidence.pdf.signatureSpace"),
    },
    blocks: [
      heading(1, t("evidence.sealed.title")),
      paragraph(t("evidence.sealed.intro", { firm, zone: timeZone })),
      heading(2, t("evidence.pdf.contract")),
      { kind: "facts", rows: [...row(t("evidence.sealed.firm"), firm), ...contractRows(t, data, shown)] },
      ...data.signatures.flatMap((one) => signatureBlocks(t, one, shown)),
      heading(2, t("evidence.sealed.time")),
      paragraph(
        service
          ? t("evidence.sealed.time.stamped", { firm, service, until })
          : t("evidence.sealed.time.own", { firm, until }),
      ),
      heading(2, t("evidence.sealed.verify")),
      { kind: "facts", rows: row(t("evidence.sealed.fingerprint"), fingerprintOf(basis.authority)) },
      steps(
        t("evidence.sealed.step.compare", { firm, address }),
        t("evidence.sealed.step.reader"),
        t("evidence.sealed.step.bytes", { size }),
      ),
    ],
  };
}
