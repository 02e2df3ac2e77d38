/** A new contract: its PDF, its row, and who is told of it. */

import type { ContractState, SignerRule } from "@portico/api/contract-states.ts";
import { isClosed } from "@portico/api/holder-states.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { unfitForFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { SignaturePlace } from "../../evidence/signature-stamps.ts";
import type { Context } from "../../kernel/context.ts";
import { cut } from "../../kernel/cut.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { type CheckedUpload, insertKept } from "../files/store.ts";
import { getHolder } from "../holders/holders.ts";
import { type ContractRecord, insertContract } from "./contracts.queries.ts";
import { type ContractDraft, type ContractPdf, writeContract } from "./templates/contract-pdf.ts";
import type { TemplateRecord } from "./templates/templates.queries.ts";

/** The PDF, or the refusal that the preview explains. */
export async function requirePdf(context: Context, holder: Holder, draft: ContractDraft): Promise<ContractPdf> {
  const written = await writeContract(context, holder, draft);
  if ("faults" in written) throw new Refusal("contractText");
  return written;
}

/** A PDF as it is stored: its name is that of the contract. */
export const toUpload = (name: string, content: Buffer): CheckedUpload => ({
  name: `${cut(name.replaceAll(unfitForFileName, " ").trim(), 120)}.pdf`,
  mediaType: "application/pdf",
  size: content.length,
  content,
  clean: true,
});

/** A contract to store: what its PDF was written from, the rules for signing it, and the PDF. */
export interface NewContract {
  type: string;
  templateVersion: number | null;
  draft: Pick<ContractDraft, "name" | "language" | "data" | "day">;
  counterSign: boolean;
  signers: SignerRule;
  expiryDays: number;
  reminderDays: readonly number[];
  content: Buffer;
  pages: number;
  /** Where the frames for signatures are; missing for a PDF that the portal did not write. */
  signatures?: readonly SignaturePlace[];
  clean: boolean;
}

/** Stores the row and the file of a new contract, in the transaction of its file. */
export async function createContract(
  tx: Tx,
  holder: Holder,
  contract: NewContract,
  {
    sha256,
    state,
    byAdmin,
    userId,
    previous,
  }: {
    sha256: Buffer;
    state: ContractState;
    byAdmin: boolean;
    userId: number;
    previous: Pick<ContractRecord, "id" | "revision"> | null;
  },
): Promise<number> {
  const { name, language, data, day } = contract.draft;
  const upload = { ...toUpload(name, contract.content), clean: contract.clean };
  const fileId = await insertKept(tx, { holder, sha256, uploadedBy: userId, byAdmin }, upload);
  const { id } = await insertContract(tx, {
    holder,
    type: contract.type,
    templateVersion: contract.templateVersion,
    name,
    language,
    data,
    state,
    byAdmin,
    createdBy: userId,
    counterSign: contract.counterSign,
    signers: contract.signers,
    day,
    expiresOn: addDays(day, contract.expiryDays),
    reminderDays: contract.reminderDays,
    revision: (previous?.revision ?? 0) + 1,
    previousId: previous?.id ?? null,
    fileId,
    sha256,
    pages: contract.pages,
    signatures: contract.signatures ?? null,
  });
  return id;
}

/** The contract of a template, to store. */
export const toNewContract = (
  template: TemplateRecord,
  draft: ContractDraft,
  { bytes, pages, signatures }: ContractPdf,
): NewContract => ({
  type: template.type,
  templateVersion: template.version,
  draft,
  counterSign: template.content.counterSign,
  signers: template.content.signers,
  expiryDays: template.content.expiryDays,
  reminderDays: template.content.reminderDays,
  content: bytes,
  pages,
  signatures,
  clean: true,
});

/** Records and tells that a contract awaits the holder. Part of the caller's transaction. */
export async function announceSent(
  tx: Tx,
  holder: Holder,
  id: number,
  contract: NewContract,
  sha256: Buffer,
): Promise<void> {
  const { name, day } = contract.draft;
  tx.audit("contract.sent", holder, {
    after: {
      contract: id,
      type: contract.type,
      version: contract.templateVersion,
      name,
      sha256: sha256.toString("hex"),
    },
  });
  await tx.notify(holder, {
    type: "contract_to_sign",
    params: { contract: name, day: addDays(day, contract.expiryDays) },
    target_id: id,
  });
  tx.emit("contract", holder);
}

/** A rejected or disabled holder makes and signs nothing. */
export async function isOpenHolder({ db }: Pick<Context, "db">, holder: Holder): Promise<boolean> {
  const { state } = await getHolder(db, holder);
  return !isClosed(state);
}

export async function requireOpenHolder(context: Context, holder: Holder): Promise<void> {
  if (!(await isOpenHolder(context, holder))) throw new Refusal("stateConflict");
}
