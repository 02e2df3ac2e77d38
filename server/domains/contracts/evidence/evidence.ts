/** The evidence of a signed and sealed contract, from the tables to the ZIP. */
import { createHash, X509Certificate } from "node:crypto";
import { Readable } from "node:stream";
import type { Holder } from "@portico/api/shapes.ts";
import { readWhole } from "../../../adapters/files/files.ts";
import { readTrail } from "../../../audit/trail.ts";
import { createEvidencePack } from "../../../evidence/evidence.ts";
import type { SentFile } from "../../../http/downloads.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import { findStoredFile } from "../contracts.queries.ts";
import { readContract } from "../contracts.ts";
import { signedContract } from "./evidence-data.ts";

/**
 * The date of the pack: when the contract was sealed, or when the certificate that signs the pack today became valid, if that
 * was later. Not the moment of the call, so that the same contract has the same evidence whenever it is asked for.
 */
async function madeAt({ seal }: Pick<Context, "seal">, sealedAt: Date): Promise<Date> {
  // Renews a certificate that expires soon.
  await seal.daysLeft();
  const [certificate] = await seal.chain();
  const validFrom = certificate && new X509Certificate(certificate).validFromDate;
  return validFrom && validFrom > sealedAt ? validFrom : sealedAt;
}

/** The evidence as one ZIP; `stateConflict` until the contract is sealed. Each time staff take it is logged. */
export async function makeEvidence(context: Context, holder: Holder, id: number): Promise<SentFile> {
  const viewer = requireViewer(context);
  const row = await readContract(context.db, id, holder);
  const { sealed_file_id, sealed_at } = row;
  if (sealed_file_id === null || sealed_at === null) throw new Refusal("stateConflict");
  const { sha256: sealedHash } = await findStoredFile(context.db, sealed_file_id);
  const sealed = sealedHash.toString("hex");
  const trail = await readTrail(context.db, {
    subject: { type: holder.holderType, id: holder.holderId },
    actions: "contract.",
    about: { contract: id },
    until: sealed_at,
  });
  if (!trail) throw new Error(`the audit log has no entry of contract ${id}`);
  const [signed, { timeZone }] = await Promise.all([
    signedContract(context, row),
    getSetting(context.db, "portalRules"),
  ]);
  const { evidence_pages: evidencePages, evidence_omitted: evidenceOmitted } = row;
  const pack = await createEvidencePack(context, {
    data: {
      ...signed,
      contract: { ...signed.contract, sealedSha256: sealed, evidencePages, evidenceOmitted },
      madeAt: (await madeAt(context, sealed_at)).toISOString(),
    },
    trail,
    contract: await readWhole(context.files, sealed),
    timeZone,
    holder: `${holder.holderType}/${holder.holderId}`,
  });
  if (!isHolder(viewer, holder))
    await transact(context, async (tx) =>
      tx.audit("contract.evidenceReadByStaff", holder, {
        after: { contract: id, name: row.contract_name },
        oncePerHour: true,
      }),
    );
  return {
    name: `evidence-${id}.zip`,
    media_type: "application/zip",
    size: pack.length,
    etag: createHash("sha256").update(pack).digest("hex"),
    stream: (start, end) => Readable.from([pack.subarray(start, end)]),
  };
}
