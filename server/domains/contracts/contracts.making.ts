/** Making contracts: previews, sending from a template or as a text of its own, and what the holder fills in. */

import { type ContractState, contractTransition, type SignerRule } from "@portico/api/contract-states.ts";
import { type ContractField, contracts, type TextFault } from "@portico/api/contracts.ts";
import type { Answer, Input } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { customExpiryDays, customReminderDays } from "@portico/api/rules/contracts.ts";
import { day as dayShape, decimal, type Holder, type Language } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { SealRefused } from "../../seal/seal.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { readTextApart } from "../files/files.decoder.ts";
import { storeContents } from "../files/files.service.ts";
import { type CheckedUpload, checkUpload, insertKept } from "../files/files.store.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";
import { getHolder } from "../holders/holders.service.ts";
import { firmDay } from "../settings/settings.firm-day.ts";
import { type Writing, type WrittenContract, writeContract } from "./contracts.pdf.ts";
import { refusalToFill, refusalToSendAgain } from "./contracts.policy.ts";
import { type ContractRecord, insertContract, replaceText } from "./contracts.queries.ts";
import { getContract, readContract, statusOf } from "./contracts.service.ts";
import { getTemplate, isFor, languageIn } from "./contracts.templates.ts";
import { languageOfHolder } from "./contracts.values.ts";
import type { TemplateRecord } from "./templates.queries.ts";

type Data = Readonly<Record<string, string>>;

/** Faults of typed values by their field: unknown ones, and numbers and days that are none. */
function faultsOfData(fields: readonly ContractField[], data: Data): { path: string; code: FieldCode }[] {
  return Object.entries(data).flatMap(([name, value]): { path: string; code: FieldCode }[] => {
    const path = `contract_data.${name}`;
    const field = fields.find(({ id }) => id === name);
    if (!field) return [{ path, code: "unknown" }];
    if (value === "" || field.kind === "text") return [];
    const shape = field.kind === "day" ? dayShape : decimal;
    return shape.safeParse(value).success ? [] : [{ path, code: field.kind === "day" ? "badDate" : "badFormat" }];
  });
}

export function checkData(fields: readonly ContractField[], data: Data): void {
  const faults = faultsOfData(fields, data);
  if (faults.length > 0) throw new Refusal("badInput", { fields: faults });
}

/** The fields of a side that are still empty. */
const emptyFields = (fields: readonly ContractField[], data: Data, side: ContractField["filledBy"]) =>
  fields
    .filter(({ id, filledBy }) => filledBy === side && (data[id] ?? "").trim() === "")
    .map(({ id }) => ({ path: `contract_data.${id}`, code: "required" as const }));

export function requireFilled(fields: readonly ContractField[], data: Data, side: ContractField["filledBy"]): void {
  const faults = emptyFields(fields, data, side);
  if (faults.length > 0) throw new Refusal("badInput", { fields: faults });
}

export interface Order {
  contract_data: Data;
  contract_name?: string | undefined;
  language?: Language | undefined;
}

/** What a template gives for the holder today. */
export async function writingOf(
  context: Context,
  holder: Holder,
  template: TemplateRecord,
  { contract_data: data, contract_name, language: wanted }: Order,
): Promise<Writing> {
  const { db, now } = context;
  const [holderLanguage, { today }] = await Promise.all([languageOfHolder(db, holder), firmDay(db, now())]);
  const language = languageIn(template, wanted ?? holderLanguage);
  const { name, text, fields } = template.content;
  return {
    source: `${template.type}/${template.version}`,
    name: contract_name ?? name[language],
    language,
    text: text[language],
    fields,
    data,
    day: today,
  };
}

const asPreview = (
  language: Language,
  written: WrittenContract | { faults: TextFault[] },
): Answer<typeof contracts.preview> =>
  "faults" in written
    ? { faults: written.faults, pdf: null }
    : {
        faults: [],
        pdf: {
          data: written.bytes.toString("base64"),
          sha256: written.sha256,
          pages: written.pages,
          language,
        },
      };

/** The PDF that a contract would be, for whoever may make it. */
export async function previewContract(
  context: Context,
  { type, ...holder }: Holder & { type: string },
  { version, ...order }: Order & { version?: number | undefined },
): Promise<Answer<typeof contracts.preview>> {
  const viewer = requireViewer(context);
  await getHolder(context.db, holder);
  const ofClient = isHolder(viewer, holder);
  const template = await getTemplate(context.db, type, ofClient ? null : (version ?? null));
  if (!isFor(template, holder)) throw new Refusal("notFound");
  if (ofClient && !template.content.clientsPropose) throw new Refusal("forbidden");
  checkData(template.content.fields, order.contract_data);
  const writing = await writingOf(context, holder, template, order);
  return asPreview(writing.language, await writeContract(context, holder, writing));
}

/** A text written for one holder, as a contract. */
async function customWriting(
  context: Context,
  { contract_name: name, language, text }: { contract_name: string; language: Language; text: string },
): Promise<Writing> {
  const { today } = await firmDay(context.db, context.now());
  return { source: "custom", name, language, text, fields: [], data: {}, day: today };
}

export async function previewText(
  context: Context,
  { holderType, holderId }: Holder,
  order: { contract_name: string; language: Language; text: string },
): Promise<Answer<typeof contracts.previewText>> {
  const holder: Holder = { holderType, holderId };
  enforce(refusalToDecide(requireViewer(context), contracts.previewText, holder));
  await getHolder(context.db, holder);
  return asPreview(order.language, await writeContract(context, holder, await customWriting(context, order)));
}

/** The PDF, or the refusal that the preview explains. */
export async function requireWritten(context: Context, holder: Holder, writing: Writing): Promise<WrittenContract> {
  const written = await writeContract(context, holder, writing);
  if ("faults" in written) throw new Refusal("contractText");
  return written;
}

/** A PDF as it is stored: its name is that of the contract. */
export const uploadOf = (name: string, content: Buffer): CheckedUpload => ({
  name: `${name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, " ")
    .trim()
    .slice(0, 120)}.pdf`,
  mediaType: "application/pdf",
  size: content.length,
  content,
  clean: true,
});

export interface NewText {
  type: string;
  templateVersion: number | null;
  writing: Pick<Writing, "name" | "language" | "data" | "day">;
  counterSign: boolean;
  signers: SignerRule;
  expiryDays: number;
  reminderDays: readonly number[];
  content: Buffer;
  pages: number;
  clean: boolean;
}

/** Stores the row and the file of a new contract, in the transaction of its file. */
export async function insertMade(
  tx: Tx,
  holder: Holder,
  made: NewText,
  {
    sha256,
    state,
    byAdmin,
    userId,
    previous,
    bulkId = null,
  }: {
    sha256: Buffer;
    state: ContractState;
    byAdmin: boolean;
    userId: number;
    previous: Pick<ContractRecord, "id" | "revision"> | null;
    bulkId?: number | null;
  },
): Promise<number> {
  const { name, language, data, day } = made.writing;
  const upload = { ...uploadOf(name, made.content), clean: made.clean };
  const fileId = await insertKept(tx, { holder, sha256, uploadedBy: userId, byAdmin }, upload);
  const { id } = await insertContract(tx, {
    holder,
    type: made.type,
    templateVersion: made.templateVersion,
    name,
    language,
    data,
    state,
    byAdmin,
    createdBy: userId,
    counterSign: made.counterSign,
    signers: made.signers,
    day,
    expiresOn: addDays(day, made.expiryDays),
    reminderDays: made.reminderDays,
    revision: (previous?.revision ?? 0) + 1,
    previousId: previous?.id ?? null,
    bulkId,
    fileId,
    sha256,
    pages: made.pages,
  });
  return id;
}

/** What a template's contract is made of. */
export const newFrom = (template: TemplateRecord, writing: Writing, { bytes, pages }: WrittenContract): NewText => ({
  type: template.type,
  templateVersion: template.version,
  writing,
  counterSign: template.content.counterSign,
  signers: template.content.signers,
  expiryDays: template.content.expiryDays,
  reminderDays: template.content.reminderDays,
  content: bytes,
  pages,
  clean: true,
});

/** The contract that a new one replaces; refused unless the firm made it and it ended without success. */
async function previousOf(context: Context, holder: Holder, id: number | undefined): Promise<ContractRecord | null> {
  if (id === undefined) return null;
  const viewer = requireViewer(context);
  const row = await readContract(context.db, id, holder);
  enforce(refusalToSendAgain(viewer, statusOf(viewer, row)));
  return row;
}

/** Records and tells that a contract awaits the holder. Part of the caller's transaction. */
export async function announceSent(tx: Tx, holder: Holder, id: number, made: NewText, sha256: Buffer): Promise<void> {
  const { name, day } = made.writing;
  tx.audit("contract.sent", holder, {
    after: { contract: id, type: made.type, version: made.templateVersion, name, sha256: sha256.toString("hex") },
  });
  await tx.notify(holder, {
    type: "contract_to_sign",
    params: { contract: name, day: addDays(day, made.expiryDays) },
    target_id: id,
  });
  tx.emit("contract", holder);
}

/** Sends a new contract to the holder. */
async function send(
  context: Context,
  holder: Holder,
  made: NewText,
  previous: ContractRecord | null,
): Promise<Answer<typeof contracts.save>> {
  const { userId } = requireViewer(context);
  if (!contractTransition(null, "send", "office", { createdBy: "firm" })) throw new Refusal("stateConflict");
  const id = await storeContents(context, [made.content], async (tx, [sha256]) => {
    const contractId = await insertMade(tx, holder, made, {
      sha256,
      state: "awaitingClient",
      byAdmin: true,
      userId,
      previous,
    });
    await announceSent(tx, holder, contractId, made, sha256);
    return contractId;
  });
  return getContract(context, holder, id);
}

/** A rejected or disabled holder makes and signs nothing. */
export async function requireOpenHolder(context: Context, holder: Holder): Promise<void> {
  const { state } = await getHolder(context.db, holder);
  if (state === "rejected" || state === "disabled") throw new Refusal("stateConflict");
}

type Save = Input<typeof contracts.save>["body"] & { contract_data: Data };

/** Staff's: sends a contract from a template. */
export async function sendContract(
  context: Context,
  { type, ...holder }: Holder & { type: string },
  { state, sha256, previous: previousId, signature, ...order }: Save,
): Promise<Answer<typeof contracts.save>> {
  enforce(refusalToDecide(requireViewer(context), contracts.custom, holder));
  if (signature || (state !== undefined && state !== "awaitingClient")) throw new Refusal("contradictsSession");
  await requireOpenHolder(context, holder);
  const template = await getTemplate(context.db, type, null);
  if (!isFor(template, holder)) throw new Refusal("notFound");
  checkData(template.content.fields, order.contract_data);
  requireFilled(template.content.fields, order.contract_data, "staff");
  const previous = await previousOf(context, holder, previousId);
  const writing = await writingOf(context, holder, template, order);
  const written = await requireWritten(context, holder, writing);
  if (sha256 !== undefined && sha256 !== written.sha256) throw new Refusal("textChanged");
  return send(context, holder, newFrom(template, writing, written), previous);
}

type Custom = Input<typeof contracts.custom>["body"] & { counterSign: boolean; signers: SignerRule };

/** Staff's: sends a contract without a template. */
export async function sendCustom(
  context: Context,
  { holderType, holderId }: Holder,
  { content, contract_name: name, language, expiryDays, previous: previousId, ...rules }: Custom,
): Promise<Answer<typeof contracts.custom>> {
  const holder: Holder = { holderType, holderId };
  enforce(refusalToDecide(requireViewer(context), contracts.custom, holder));
  await requireOpenHolder(context, holder);
  const previous = await previousOf(context, holder, previousId);
  const { today } = await firmDay(context.db, context.now());
  const made =
    "text" in content
      ? await requireWritten(
          context,
          holder,
          await customWriting(context, { contract_name: name, language, text: content.text }),
        ).then(({ bytes, pages }) => ({ content: bytes, pages, clean: true }))
      : await uploadedContract(context, content);
  return send(
    context,
    holder,
    {
      type: "custom",
      templateVersion: null,
      writing: { name, language, data: {}, day: today },
      ...rules,
      expiryDays: expiryDays ?? customExpiryDays,
      reminderDays: customReminderDays,
      ...made,
    },
    previous,
  );
}

/** A finished PDF that staff uploaded. */
async function uploadedContract(
  context: Context,
  { fileName, base64data }: { fileName: string; base64data: string },
): Promise<Pick<NewText, "content" | "pages" | "clean">> {
  const path = "content.base64data";
  const upload = await checkUpload(context, { name: fileName, base64data }, path);
  const refuse = (code: FieldCode) => new Refusal("fileRefused", { fields: [{ path, code }] });
  if (upload.mediaType !== "application/pdf") throw refuse("refusedType");
  // The holder must be able to read it at once.
  if (!upload.clean) throw new Refusal("unavailable");
  const { pages } = await readTextApart(upload);
  if (pages === null) throw refuse("unreadableFile");
  await tryToSeal(context, upload.content, refuse);
  return { content: upload.content, pages, clean: true };
}

/** A file that could not be sealed once it is signed is refused now. The sealed copy is discarded. */
async function tryToSeal({ seal, now }: Context, content: Buffer, refuse: (code: FieldCode) => Refusal): Promise<void> {
  try {
    await seal.seal(content, { holder: "contracts/custom", reason: "", location: "", at: now() });
  } catch (error) {
    if (error instanceof SealRefused) throw refuse(error.reason === "encrypted" ? "lockedPdf" : "unreadableFile");
    throw error;
  }
}

/** Fills in the holder's fields: the PDF is made again, unless somebody signed or changed it meanwhile. */
export async function fillContract(
  context: Context,
  { id, holderType, holderId }: Holder & { id: number },
  { contract_data: sent, sha256: read }: { contract_data: Data; sha256: string },
): Promise<Answer<typeof contracts.fillIn>> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  const row = await readContract(context.db, id, holder);
  enforce(refusalToFill(viewer, statusOf(viewer, row)));
  if (row.sha256.toString("hex") !== read) throw new Refusal("textChanged");
  const template = await getTemplate(context.db, row.contract_type, row.template_version);
  const { fields } = template.content;
  const theirs = fields.filter(({ filledBy }) => filledBy === "client");
  checkData(theirs, sent);
  const data = { ...row.contract_data, ...sent };
  requireFilled(fields, data, "client");
  const { contract_name: name, language, day } = row;
  const written = await requireWritten(context, holder, {
    source: `${template.type}/${template.version}`,
    name,
    language,
    text: template.content.text[language],
    fields,
    data,
    day,
  });
  await storeContents(context, [written.bytes], async (tx, [sha256]) => {
    const upload = uploadOf(name, written.bytes);
    const fileId = await insertKept(tx, { holder, sha256, uploadedBy: viewer.userId, byAdmin: false }, upload);
    const done = await replaceText(tx, id, { read: row.sha256, data, fileId, sha256, pages: written.pages });
    if (!done) throw new Refusal("stateConflict");
    tx.audit("contract.filled", holder, { after: { contract: id, fields: Object.keys(sent), sha256: written.sha256 } });
    tx.emit("contract", holder);
  });
  return getContract(context, holder, id);
}
