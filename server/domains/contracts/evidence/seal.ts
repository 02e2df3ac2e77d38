/**
 * Seals approved contracts. What was signed is the beginning of the sealed file; pages with the evidence are added to it.
 */
import { textIn } from "@portico/messages/server-text.ts";
import { readWhole } from "../../../adapters/files/files.ts";
import type { SignedContract } from "../../../evidence/evidence-data.ts";
import { sealedPagesDocument } from "../../../evidence/sealed-pages.ts";
import { type PlacedStamp, signatureStamps } from "../../../evidence/signature-stamps.ts";
import { EvidenceUnprintable, writeEvidencePdf } from "../../../evidence/write-evidence.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import type { LastPages } from "../../../seal/prepare.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { storeContents } from "../../files/files.ts";
import { insertKept } from "../../files/store.ts";
import { getSetting } from "../../settings/settings.ts";
import { findContract, findStoredFile, setSealed } from "../contracts.queries.ts";
import { toUpload } from "../creation.ts";
import { listUnsealed } from "../due.queries.ts";
import { signedContract } from "./evidence-data.ts";
import { sealJob } from "./seal.jobs.ts";

/** For the frames for signatures of a PDF that has such. */
async function writeStamps(
  workers: Services["workers"],
  placed: readonly PlacedStamp[],
  { signed: { contract }, holder }: { signed: SignedContract; holder: string },
): Promise<LastPages["stamps"]> {
  if (placed.length === 0) return undefined;
  const order = { stamps: [...placed], language: contract.language, date: contract.approvedAt };
  const pdf = await workers.run("writeStamps", order, { holder });
  return { pdf, places: placed.map(({ lines, ...place }) => ({ ...place, text: lines.join("\n") })) };
}

/**
 * Seals the contract, unless it is sealed. Safe to repeat after any interruption: the row that names the sealed file is
 * written once, and a file that no row names is deleted by the cleaning of the store.
 */
export async function sealContract(services: Services, id: number): Promise<void> {
  const context = systemContext(services, "contracts");
  const { db, files, seal, workers } = services;
  const row = await findContract(db, id);
  if (row?.state !== "approved" || row.sealed_file_id !== null) return;
  const holder = holderOf(row);
  const ofHolder = `${holder.holderType}/${holder.holderId}`;
  const { sha256 } = await findStoredFile(db, row.file_id);
  const accepted = await readWhole(files, sha256.toString("hex"));
  if (!sha256.equals(row.sha256)) throw new Error(`contract ${id} is not the file that was signed`);
  const [signed, { timeZone }] = await Promise.all([signedContract(services, row), getSetting(db, "portalRules")]);
  const options = {
    holder: ofHolder,
    reason: textIn(row.language)("mail.contract.sealReason", { name: row.contract_name }),
    location: signed.firm,
    at: services.now(),
  };
  const { bytes: sealed, ...evidence } = await seal.sealWithPages(accepted, options, async (basis) => {
    const pages = sealedPagesDocument(signed, { timeZone, basis });
    const places = signatureStamps(signed, row.signature_places ?? [], timeZone);
    try {
      return {
        pdf: await writeEvidencePdf(workers, pages, ofHolder),
        language: row.language,
        stamps: await writeStamps(workers, places, { signed, holder: ofHolder }),
      };
    } catch (error) {
      // Another attempt would end alike, and the contract would never be sealed.
      if (!(error instanceof EvidenceUnprintable)) throw error;
      services.log.error({ err: error, contract: id }, "a contract is sealed without pages with its evidence");
      return null;
    }
  });
  const { added: evidencePages, omitted: evidenceOmitted } = evidence;
  await storeContents(context, [sealed], async (tx, [hash]) => {
    const upload = toUpload(row.contract_name, sealed);
    const uploaded = { holder, sha256: hash, uploadedBy: row.created_by, byAdmin: true };
    const fileId = await insertKept(tx, uploaded, upload);
    // Sealed by another run meanwhile: its file stays, and this transaction leaves nothing.
    if (!(await setSealed(tx, id, { fileId, evidencePages, evidenceOmitted }))) throw new AlreadySealed();
    tx.audit("contract.sealed", holder, {
      after: { contract: id, name: row.contract_name, sha256: hash.toString("hex"), evidencePages, evidenceOmitted },
    });
    tx.emit("contract", holder);
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadySealed)) throw error;
  });
}

class AlreadySealed extends Error {}

/** Queues approved contracts again whose sealing did not succeed. */
export async function sweepUnsealed(services: Services): Promise<{ unsealed: number }> {
  const ids = await listUnsealed(services.db, { olderThanMinutes: 5, limit: 500 });
  await transact(systemContext(services, "contracts"), async (tx) => {
    for (const id of ids) await tx.enqueue(sealJob, { id });
  });
  return { unsealed: ids.length };
}
