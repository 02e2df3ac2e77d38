/** The transcript of a conversation as PDF, for the file: what both sides can see of it, in the firm's time zone. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { addDays } from "@portico/api/rules/calendar.ts";
import { chatMaxTranscribed } from "@portico/api/rules/chats.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { dateLocale, type Translate } from "@portico/messages/text.ts";
import type { Block, Inline } from "@portico/pdf/model/blocks.ts";
import type { PdfDocument } from "@portico/pdf/write.ts";
import { heading, paragraph, row } from "../../evidence/evidence-blocks.ts";
import { writeEvidencePdf } from "../../evidence/write-evidence.ts";
import type { SentFile } from "../../http/downloads.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getHolder, getHolderAccount } from "../holders/holders.ts";
import { dayStarts } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { findChat, listBetween, type MessageRecord } from "./chats.queries.ts";

interface Wanted {
  /** Days in the firm's time zone, both of them included. */
  from: string;
  to: string;
  language: Language;
}

/** Characters of a document as JSON, somewhat fewer than a PDF takes. */
const maxCharacters = 380_000;
/** Pictures and scripts that the font lacks are printed as `[U+6F22]`, which is longer. */
const lengthOf = (document: PdfDocument): number => {
  const json = JSON.stringify(document);
  return json.length + 8 * (json.match(/[^ -\u052f\u2000-\u22ff]/gu)?.length ?? 0);
};
const tooMuch = () => new Refusal("badInput", { fields: [{ path: "from", code: "tooBig" }] });

/** The transcript of some days; `badInput` if they have too many messages for one document. Staff's are logged. */
export async function makeTranscript(context: Context, holder: Holder, wanted: Wanted): Promise<SentFile> {
  const { db, workers } = context;
  const viewer = requireViewer(context);
  if (wanted.to < wanted.from) throw new Refusal("badInput", { fields: [{ path: "to", code: "beforeStart" }] });
  const [{ name }, { clientNumber }, { name: firm }, { timeZone }, chat] = await Promise.all([
    getHolder(db, holder),
    getHolderAccount(db, holder),
    getSetting(db, "brand"),
    getSetting(db, "portalRules"),
    findChat(db, holder),
  ]);
  const startOf = dayStarts(timeZone);
  const period = { from: startOf(wanted.from), before: startOf(addDays(wanted.to, 1)) };
  const messages = chat ? await listBetween(db, chat.id, period, chatMaxTranscribed + 1) : [];
  if (messages.length > chatMaxTranscribed) throw tooMuch();
  const document = buildTranscript(messages, {
    ...wanted,
    firm,
    timeZone,
    name,
    clientNumber,
    madeAt: context.now(),
  });
  if (lengthOf(document) > maxCharacters) throw tooMuch();
  const bytes = await writeEvidencePdf(workers, document, `${holder.holderType}/${holder.holderId}`);
  if (!isHolder(viewer, holder))
    await transact(context, async (tx) =>
      tx.audit("chat.transcriptReadByStaff", holder, { after: { from: wanted.from, to: wanted.to } }),
    );
  return {
    name: `${textIn(wanted.language)("evidence.chat.fileName")}-${wanted.from}-${wanted.to}.pdf`,
    media_type: "application/pdf",
    size: bytes.length,
    etag: createHash("sha256").update(bytes).digest("hex"),
    stream: (start, end) => Readable.from([bytes.subarray(start, end)]),
  };
}

interface Described extends Wanted {
  firm: string;
  timeZone: string;
  name: string;
  clientNumber: string | null;
  madeAt: Date;
}

function buildTranscript(messages: readonly MessageRecord[], about: Described): PdfDocument {
  const { language, firm, timeZone, madeAt } = about;
  const t = textIn(language);
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone });
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone });
  const shownDay = (at: Date): string => day.format(at);
  const title = t("evidence.chat.title", { firm });
  // A day of the period, in whatever zone: at its noon.
  const named = (date: string): string =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(`${date}T12:00:00Z`),
    );
  const days = Map.groupBy(messages, ({ created_at }) => shownDay(created_at));
  const shown = (at: Date, from: Date): string =>
    shownDay(at) === shownDay(from) ? time.format(at) : `${shownDay(at)}, ${time.format(at)}`;
  return {
    language,
    title,
    firm,
    reference: [about.clientNumber, `${about.from} – ${about.to}`].filter(Boolean).join(" · "),
    date: madeAt.toISOString(),
    labels: { page: t("evidence.chat.page", { page: "{page}", pages: "{pages}" }), signature: "" },
    blocks: [
      heading(1, title),
      {
        kind: "facts",
        rows: [
          ...row(t("evidence.chat.holder"), about.name),
          ...row(t("evidence.chat.clientNumber"), about.clientNumber),
          ...row(
            t("evidence.chat.period"),
            t("evidence.chat.days", { from: named(about.from), to: named(about.to), zone: timeZone }),
          ),
          ...row(t("evidence.chat.count"), `${messages.length}`),
          ...row(t("evidence.chat.madeAt"), `${shownDay(madeAt)}, ${time.format(madeAt)}`),
        ],
      },
      ...(messages.length === 0 ? [paragraph(t("evidence.chat.none"))] : []),
      ...[...days].flatMap(([date, ofDay]) => [
        heading(2, date),
        ...ofDay.map((message) => messageBlock(t, message, { firm, time: (at) => time.format(at), shown })),
      ]),
    ],
  };
}

const text = (value: string): Inline => ({ kind: "text", text: value });

function messageBlock(
  t: Translate,
  message: MessageRecord,
  { firm, time, shown }: { firm: string; time: (at: Date) => string; shown: (at: Date, from: Date) => string },
): Block {
  const { number, author, by_staff, created_at, edited_at, deleted_at, reply_to, ticket_id, files } = message;
  const head = [
    `${number}`,
    by_staff ? `${author} (${firm})` : author,
    time(created_at),
    ...(edited_at && !deleted_at ? [t("evidence.chat.edited", { at: shown(edited_at, created_at) })] : []),
    ...(reply_to === null ? [] : [t("evidence.chat.replyTo", { number: `${reply_to}` })]),
  ].join(" · ");
  const lines = deleted_at
    ? [t("evidence.chat.removed", { at: shown(deleted_at, created_at) })]
    : [
        ...(ticket_id === null
          ? message.text === ""
            ? []
            : [message.text]
          : [t("evidence.chat.ticket", { number: `${ticket_id}`, title: message.text })]),
        ...files.map(({ name }) => t("evidence.chat.file", { name })),
      ];
  return {
    kind: "paragraph",
    content: [{ kind: "strong", content: [text(head)] }, { kind: "break" }, text(lines.join("\n"))],
  };
}
