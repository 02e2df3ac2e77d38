/** The evidence as a document to read, in the contract's language. */
import { textIn } from "@portico/messages/server-text.ts";
import type { Translate } from "@portico/messages/text.ts";
import type { Block } from "@portico/pdf/model/blocks.ts";
import type { PdfDocument } from "@portico/pdf/write.ts";
import type { AuditTrail, TrailEntry } from "../audit/trail.ts";
import {
  contractRows,
  grouped,
  heading,
  inline,
  paragraph,
  row,
  type Shown,
  shownIn,
  signatureRows,
} from "./evidence-blocks.ts";
import type { EvidenceData, EvidenceSignature } from "./evidence-data.ts";

/** Its times are those of the zone, which it names. */
export function evidenceDocument(data: EvidenceData, trail: AuditTrail, timeZone: string): PdfDocument {
  const { contract, firm } = data;
  const t = textIn(contract.language);
  const shown = shownIn(contract.language, timeZone);
  const facts = [...contractRows(t, data, shown), ...row(t("evidence.pdf.sealed"), grouped(contract.sealedSha256))];
  return {
    language: contract.language,
    title: t("evidence.pdf.title"),
    firm,
    reference: `${contract.id} · ${contract.sha256.slice(0, 16)}`,
    date: data.madeAt,
    labels: {
      page: t("evidence.pdf.page", { page: "{page}", pages: "{pages}" }),
      signature: t("evidence.pdf.signatureSpace"),
    },
    blocks: [
      heading(1, t("evidence.pdf.title")),
      paragraph(t("evidence.pdf.intro", { firm, zone: timeZone })),
      heading(2, t("evidence.pdf.contract")),
      { kind: "facts", rows: facts },
      ...data.signatures.flatMap((one) => signatureBlocks(t, one, shown)),
      heading(2, t("evidence.pdf.events")),
      paragraph(t("evidence.pdf.eventsLead")),
      eventTable(t, trail, shown),
    ],
  };
}

function signatureBlocks(t: Translate, one: EvidenceSignature, shown: Shown): Block[] {
  const { agreement } = one;
  const rows = [
    ...signatureRows(t, one, shown),
    ...row(t("evidence.pdf.browser"), one.browser),
    ...row(t("evidence.pdf.document"), grouped(one.documentSha256)),
    ...(agreement ? row(t("evidence.pdf.agreement", { version: agreement.version }), agreement.text) : []),
  ];
  return [heading(2, t(`evidence.pdf.signature.${one.side}`)), { kind: "facts", rows }];
}

function eventTable(t: Translate, { entries }: AuditTrail, shown: Shown): Block {
  const columns = ["position", "at", "action", "actor", "hash"] as const;
  return {
    kind: "table",
    alignments: ["right", "left", "left", "left", "left"],
    head: columns.map((one) => inline(t(`evidence.pdf.event.${one}`))),
    rows: entries.map((entry) => {
      const { at, action, actor } = eventOf(t, entry, shown);
      return [`${entry.position}`, at, action, actor, entry.hash.slice(0, 16)].map(inline);
    }),
  };
}

function eventOf(t: Translate, entry: TrailEntry, shown: Shown) {
  if ("erased" in entry) return { at: shown(entry.erased), action: t("evidence.pdf.event.erased"), actor: "–" };
  const { at, action, actor } = entry.content;
  const { userId: id } = (actor ?? {}) as { userId?: number };
  const name = id === undefined ? t("evidence.pdf.event.system") : t("evidence.pdf.event.user", { id: `${id}` });
  return { at: shown(at), action, actor: name };
}
