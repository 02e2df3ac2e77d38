/** What the evidence as a document of its own and the pages in the sealed contract have in common. */
import { zoneOffset } from "@portico/api/rules/calendar.ts";
import type { Language } from "@portico/api/shapes.ts";
import { dateLocale, type Translate } from "@portico/messages/text.ts";
import type { Block, Facts, Inline, Paragraph } from "@portico/pdf/model/blocks.ts";
import type { EvidenceSignature, SignedContract } from "./evidence-data.ts";

export type Row = Facts["rows"][number];
/** Writes an instant. */
export type Shown = (at: string) => string;

export const inline = (text: string): Inline[] => [{ kind: "text", text }];
export const heading = (level: 1 | 2, text: string): Block => ({ kind: "heading", level, content: inline(text) });
export const paragraph = (text: string): Paragraph => ({ kind: "paragraph", content: inline(text) });
/** No row for what is not known. */
export const row = (name: string, value: string | null): Row[] =>
  value === null || value === "" ? [] : [{ name, value: inline(value) }];
/** In groups of 16 signs on two lines, so that people can compare them. */
export const grouped = (hash: string): string =>
  (hash.match(/.{1,32}/g) ?? []).map((line) => `${line.slice(0, 16)} ${line.slice(16)}`).join("\n");

/** Instants in a time zone, with its distance from UTC: "22 November 2026, 11:58:21 (UTC+02:00)". */
export function shownIn(language: Language, timeZone: string): Shown {
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone });
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone });
  const offsetAt = zoneOffset(timeZone);
  return (at) => {
    const instant = new Date(at);
    // The offset is in whole minutes, and the instant may have milliseconds.
    const minutes = Math.round(offsetAt(instant.getTime()) / 60_000);
    const distance = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
      `${part}`.padStart(2, "0"),
    );
    const zone = minutes === 0 ? "UTC" : `(UTC${minutes < 0 ? "−" : "+"}${distance.join(":")})`;
    return `${day.format(instant)}, ${time.format(instant)} ${zone}`;
  };
}

/** What is known of the contract before it is sealed. */
export function contractRows(t: Translate, { contract }: SignedContract, shown: Shown): Row[] {
  const { holder, template, size } = contract;
  return [
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
  ];
}

/** Who signed, for whom, when, with which code and from which address. */
export function signatureRows(t: Translate, one: EvidenceSignature, shown: Shown): Row[] {
  const { account, nameQuestion } = one;
  return [
    ...row(t("evidence.pdf.typed"), one.name),
    ...row(
      t("evidence.pdf.account"),
      t("evidence.pdf.accountValue", { name: account.name, email: account.email, id: `${account.id}` }),
    ),
    ...row(
      t("evidence.pdf.nameQuestion"),
      nameQuestion ? t("evidence.pdf.nameQuestionValue", { asked: nameQuestion.asked }) : null,
    ),
    ...row(t("evidence.pdf.actingFor"), one.actingFor),
    ...row(t("evidence.pdf.read"), one.shown ? readText(t, one.shown, shown) : null),
    ...row(t("evidence.pdf.at"), shown(one.at)),
    ...row(t("evidence.pdf.code"), codeText(t, one.code, shown)),
    ...row(t("evidence.pdf.address"), one.address),
  ];
}

const readText = (t: Translate, { how, at }: NonNullable<EvidenceSignature["shown"]>, shown: Shown): string =>
  how === "unstated" || at === null
    ? t("evidence.pdf.read.unstated")
    : t(`evidence.pdf.read.${how}`, { at: shown(at) });

function codeText(t: Translate, code: EvidenceSignature["code"], shown: Shown): string {
  if (!code) return t("evidence.pdf.noCode");
  const used = shown(code.usedAt);
  if ("app" in code) return t("evidence.pdf.codeOfApp", { used });
  return t("evidence.pdf.codeValue", { id: code.id, to: code.sentTo, sent: shown(code.sentAt), used });
}
