/** The evidence as a document to read, in the contract's language. */
import { textIn } from "@portico/messages/server-text.ts";
import { dateLocale, type Translate } from "@portico/messages/text.ts";
import type { Block, Facts, Inline } from "@portico/pdf/model/blocks.ts";
import type { PdfDocument } from "@portico/pdf/write.ts";
import type { AuditTrail, TrailEntry } from "../audit/trail.ts";
import type { PortalWorkers } from "../workers/open.ts";
import type { EvidenceData, EvidenceSignature } from "./evidence-data.ts";

type Row = Facts["rows"][number];

const inline = (text: string): Inline[] => [{ kind: "text", text }];
const heading = (level: 1 | 2, text: string): Block => ({ kind: "heading", level, content: inline(text) });
const paragraph = (text: string): Block => ({ kind: "paragraph", content: inline(text) });
/** No row for what is not known. */
const row = (name: string, value: string | null): Row[] =>
  value === null || value === "" ? [] : [{ name, value: inline(value) }];
/** In groups of 16 signs on two lines, so that people can compare them. */
const grouped = (hash: string): string =>
  (hash.match(/.{1,32}/g) ?? []).map((line) => `${line.slice(0, 16)} ${line.slice(16)}`).join("\n");

function moment(language: EvidenceData["contract"]["language"], at: string): string {
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone: "UTC" });
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "UTC" });
  return `${day.format(new Date(at))}, ${time.format(new Date(at))} UTC`;
}

export function evidenceDocument(data: EvidenceData, trail: AuditTrail): PdfDocument {
  const { contract, firm } = data;
  const t = textIn(contract.language);
  const shown = (at: string): string => moment(contract.language, at);
  const { holder, template, size } = contract;
  const facts: Row[] = [
    ...row(t("evidence.pdf.name"), contract.title),
    ...row(t("evidence.pdf.number"), `${contract.id}`),
    ...row(t(`evidence.pdf.holder.${holder.type}`), holder.name),
    ...row(t("evidence.pdf.clientNumber"), holder.clientNumber),
    ...row(
      t("evidence.pdf.template"),
      template && t("evidence.pdf.templateVersion", { key: template.key, version: `${template.version}` }),
    ),
    ...row(t("evidence.pdf.pages"), `${contract.pages}`),
    ...row(t("evidence.pdf.sentAt"), contract.sentAt && shown(contract.sentAt)),
    ...row(t("evidence.pdf.approvedAt"), shown(contract.approvedAt)),
    ...row(t("evidence.pdf.shown", { size: `${size}` }), grouped(contract.sha256)),
    ...row(t("evidence.pdf.sealed"), grouped(contract.sealedSha256)),
  ];
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
      paragraph(t("evidence.pdf.intro", { firm })),
      heading(2, t("evidence.pdf.contract")),
      { kind: "facts", rows: facts },
      ...data.signatures.flatMap((one) => signatureBlocks(t, one, shown)),
      heading(2, t("evidence.pdf.events")),
      paragraph(t("evidence.pdf.eventsLead")),
      eventTable(t, trail, shown),
    ],
  };
}

function codeText(t: Translate, code: EvidenceSignature["code"], shown: (at: string) => string): string {
  if (!code) return t("evidence.pdf.noCode");
  const used = shown(code.usedAt);
  if ("app" in code) return t("evidence.pdf.codeOfApp", { used });
  return t("evidence.pdf.codeValue", { id: code.id, to: code.sentTo, sent: shown(code.sentAt), used });
}

function signatureBlocks(t: Translate, one: EvidenceSignature, shown: (at: string) => string): Block[] {
  const { account, agreement, code } = one;
  const rows = [
    ...row(t("evidence.pdf.typed"), one.name),
    ...row(
      t("evidence.pdf.account"),
      t("evidence.pdf.accountValue", { name: account.name, email: account.email, id: `${account.id}` }),
    ),
    ...row(t("evidence.pdf.actingFor"), one.actingFor),
    ...row(t("evidence.pdf.at"), shown(one.at)),
    ...row(t("evidence.pdf.code"), codeText(t, code, shown)),
    ...row(t("evidence.pdf.address"), one.address),
    ...row(t("evidence.pdf.browser"), one.browser),
    ...row(t("evidence.pdf.document"), grouped(one.documentSha256)),
    ...(agreement ? row(t("evidence.pdf.agreement", { version: agreement.version }), agreement.text) : []),
  ];
  return [heading(2, t(`evidence.pdf.signature.${one.side}`)), { kind: "facts", rows }];
}

function eventTable(t: Translate, { entries }: AuditTrail, shown: (at: string) => string): Block {
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

function eventOf(t: Translate, entry: TrailEntry, shown: (at: string) => string) {
  if ("erased" in entry) return { at: shown(entry.erased), action: t("evidence.pdf.event.erased"), actor: "–" };
  const { at, action, actor } = entry.content;
  const { userId: id } = (actor ?? {}) as { userId?: number };
  const name = id === undefined ? t("evidence.pdf.event.system") : t("evidence.pdf.event.user", { id: `${id}` });
  return { at: shown(at), action, actor: name };
}

/** The most times that a document is written again without the characters that cannot be printed. */
const maxAttempts = 50;

/**
 * Characters that the font lacks are printed as their code point, `[U+6F22]`: a browser's name must not make the evidence
 * impossible, and evidence.json has them as they are. Throws for a document that is too long.
 */
export async function writeEvidencePdf(workers: PortalWorkers, document: PdfDocument, holder: string): Promise<Buffer> {
  let printable = document;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const written = await workers.run("writePdf", printable, { holder });
    if ("bytes" in written) return Buffer.from(written.bytes);
    const missing = new Map<string, string>();
    for (const fault of written.faults) {
      if (fault.code !== "missingGlyph") throw new Error(`the evidence cannot be printed: ${fault.code}`);
      missing.set(fault.character, `[${fault.codePoint}]`);
    }
    printable = JSON.parse(JSON.stringify(printable), (_, value: unknown) =>
      typeof value === "string" ? replaced(value, missing) : value,
    ) as PdfDocument;
  }
  throw new Error("the evidence has too many characters that cannot be printed");
}

const replaced = (text: string, missing: ReadonlyMap<string, string>): string =>
  [...missing].reduce((sum, [character, shown]) => sum.replaceAll(character, shown), text);
