/** Documents of funds: key information documents, factsheets and prospectuses, with their validity. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { funds } from "@portico/api/funds.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { SentFile } from "../../../http/downloads.ts";
import { type Context, requireViewer, type Services } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { refused, storeContents } from "../../files/files.ts";
import { dropUnused } from "../../files/quarantine.ts";
import { type CheckedUpload, checkUpload } from "../../files/store.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { fundIdsOf, requirePublished } from "../definitions/public.ts";
import {
  type DocumentRecord,
  deleteDocument,
  findDocument,
  findFunds,
  insertDocument,
  listDocuments,
  listExpiring,
} from "../funds.queries.ts";
import { describeDocuments } from "../funds.ts";

const audited = ({ id, kind, language, valid_from, valid_until, sha256 }: DocumentRecord) => ({
  id,
  kind,
  language,
  validFrom: valid_from,
  validUntil: valid_until,
  sha256: sha256.toString("hex"),
});

type NewDocument = Parsed<typeof funds.addFundDocument>["body"];

/** Checks and stores a document. `unavailable` while the virus scanner cannot be reached, because clients read it at once. */
export async function addFundDocument(
  context: Context,
  fundId: number,
  { fileName: name, base64data: sent, ...described }: NewDocument,
): Promise<Answer<typeof funds.addFundDocument>> {
  if ((await findFunds(context.db, [fundId])).length === 0) throw new Refusal("notFound");
  const upload = await checkUpload(context, { name, sent }, "base64data");
  if (!upload.clean) throw new Refusal("unavailable", { retryAfter: 60 });
  return storeFundDocument(context, fundId, { ...described, upload });
}

/** Stores a checked PDF as a document of the fund. */
export async function storeFundDocument(
  context: Context,
  fundId: number,
  {
    kind,
    language,
    valid_from,
    valid_until,
    upload,
  }: Omit<NewDocument, "fileName" | "base64data"> & { upload: CheckedUpload },
): Promise<Answer<typeof funds.addFundDocument>> {
  const { userId } = requireViewer(context);
  if (upload.mediaType !== "application/pdf") throw refused("refusedType");
  if (valid_until !== null && valid_until < valid_from)
    throw new Refusal("badInput", { fields: [{ path: "valid_until", code: "endBeforeStart" }] });
  const { content, size, mediaType, name } = upload;
  const made = await storeContents(context, [content], async (tx, [sha256]) => {
    const row = { fund_id: fundId, kind, language, valid_from, valid_until, sha256, size, media_type: mediaType, name };
    const stored = await insertDocument(tx, row, userId);
    tx.audit("fund.documentAdded", fundId, { after: audited(stored) });
    tx.emit("funds:changed", {});
    return stored;
  });
  const { today } = await firmDay(context.db, context.now());
  const shown = describeDocuments(await listDocuments(context.db, [fundId]), today).find(({ id }) => id === made.id);
  if (!shown) throw new Refusal("notFound");
  return shown;
}

/** Takes a document away; doing it twice is `notFound`. */
export async function removeFundDocument(context: Context, fundId: number, id: number): Promise<{ done: true }> {
  const gone = await transact(context, async (tx) => {
    const row = await deleteDocument(tx, fundId, id);
    if (!row) throw new Refusal("notFound");
    tx.audit("fund.documentRemoved", fundId, { before: audited(row) });
    tx.emit("funds:changed", {});
    return row;
  });
  await dropUnused(context, gone.sha256);
  return { done: true };
}

async function send(
  { files }: Pick<Services, "files">,
  { sha256, name, media_type }: DocumentRecord,
): Promise<SentFile> {
  const hash = sha256.toString("hex");
  return { name, media_type, etag: hash, ...(await files.open(hash)) };
}

/** A document of the fund. */
export async function downloadFundDocument(context: Context, fundId: number, id: number): Promise<SentFile> {
  const row = await findDocument(context.db, id);
  if (row?.fund_id !== fundId) throw new Refusal("notFound");
  return send(context, row);
}

/** A document, valid today, of a fund that a published definition holds; `notFound` for any other. */
export async function downloadPublicDocument(context: Context, definitionId: number, id: number): Promise<SentFile> {
  const { version } = await requirePublished(context.db, definitionId);
  const row = await findDocument(context.db, id);
  if (!row || !fundIdsOf(version.data).includes(row.fund_id)) throw new Refusal("notFound");
  const { today } = await firmDay(context.db, context.now());
  const shown = describeDocuments(await listDocuments(context.db, [row.fund_id]), today);
  if (!shown.some((one) => one.id === id && one.current)) throw new Refusal("notFound");
  return send(context, row);
}

/** Documents whose validity ends within so many days, or has ended, without a newer one. */
export async function listExpiringDocuments(
  { db, now }: Pick<Context, "db" | "now">,
  days: number,
): Promise<Answer<typeof funds.listExpiringDocuments>> {
  const { today } = await firmDay(db, now());
  return { documents: await listExpiring(db, addDays(today, days)) };
}
