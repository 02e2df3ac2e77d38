/** Seals approved contracts. What was signed is the beginning of the sealed file. */
import { textIn } from "@portico/messages/server-text.ts";
import { readWhole } from "../../adapters/files/files.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { storeContents } from "../files/files.service.ts";
import { insertKept } from "../files/files.store.ts";
import { getSetting } from "../settings/settings.service.ts";
import { uploadOf } from "./contracts.making.ts";
import { findContract, findStoredFile, listUnsealed, setSealed } from "./contracts.queries.ts";
import { sealJob } from "./contracts.sealing.job.ts";
import { holderOf } from "./contracts.service.ts";

/**
 * Seals the contract, unless it is sealed. Safe to repeat after any interruption: the row that names the sealed file is
 * written once, and a file that no row names is deleted by the cleaning of the store.
 */
export async function sealContract(services: Services, id: number): Promise<void> {
  const context = systemContext(services, "contracts");
  const { db, files, seal } = services;
  const row = await findContract(db, id);
  if (row?.state !== "approved" || row.sealed_file_id !== null) return;
  const holder = holderOf(row);
  const { sha256 } = await findStoredFile(db, row.file_id);
  const accepted = await readWhole(files, sha256.toString("hex"));
  if (!sha256.equals(row.sha256)) throw new Error(`contract ${id} is not the file that was signed`);
  const sealed = await seal.seal(accepted, {
    holder: `${holder.holderType}/${holder.holderId}`,
    reason: textIn(row.language)("mail.contract.sealReason", { name: row.contract_name }),
    location: (await getSetting(db, "brand")).name,
    at: services.now(),
  });
  await storeContents(context, [sealed], async (tx, [hash]) => {
    const upload = uploadOf(row.contract_name, sealed);
    const uploaded = { holder, sha256: hash, uploadedBy: row.created_by, byAdmin: true };
    const fileId = await insertKept(tx, uploaded, upload);
    // Sealed by another run meanwhile: its file stays, and this transaction leaves nothing.
    if (!(await setSealed(tx, id, fileId))) throw new AlreadySealed();
    tx.audit("contract.sealed", holder, {
      after: { contract: id, name: row.contract_name, sha256: hash.toString("hex") },
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
