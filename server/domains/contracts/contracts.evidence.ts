/** The evidence of a signed and sealed contract, from the tables to the ZIP. */
import { Readable } from "node:stream";
import type { Holder } from "@portico/api/shapes.ts";
import { readWhole } from "../../adapters/files/files.ts";
import { readTrail } from "../../audit/trail.ts";
import { createEvidencePack } from "../../evidence/evidence.ts";
import type { EvidenceData, EvidenceSignature } from "../../evidence/evidence-data.ts";
import type { SentFile } from "../../http/downloads.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getHolderAccount } from "../holders/holders.service.ts";
import { getSetting } from "../settings/settings.service.ts";
import { type ContractRecord, findStoredFile } from "./contracts.queries.ts";
import { readContract } from "./contracts.service.ts";
import { listSignatures, type SignatureRecord } from "./signatures.queries.ts";

function codeOf({ factor, challenge_id, code_sent_at, account_email, signed_at }: SignatureRecord) {
  const usedAt = signed_at.toISOString();
  if (factor === null) return null;
  if (challenge_id === null || code_sent_at === null) return { app: true as const, usedAt };
  return { id: String(challenge_id), sentTo: account_email, sentAt: code_sent_at.toISOString(), usedAt };
}

/** A signature as the evidence says it; the firm's people act for the firm. */
const describedAs = (one: SignatureRecord, company: string | null, firm: string): EvidenceSignature => ({
  side: one.side,
  name: one.name,
  account: { id: one.user_id, name: one.account_name, email: one.account_email },
  actingFor: one.side === "firm" ? firm : company,
  at: one.signed_at.toISOString(),
  address: one.address,
  browser: one.user_agent,
  documentSha256: one.sha256.toString("hex"),
  agreement:
    one.agreement_version === null ? null : { version: String(one.agreement_version), text: one.agreement ?? "" },
  code: codeOf(one),
});

async function dataOf(
  context: Context,
  holder: Holder,
  row: ContractRecord & { sealed_at: Date },
  sealedSha256: string,
): Promise<EvidenceData> {
  const { db, config } = context;
  const [{ name: firm }, { clientNumber }, signatures, { size }] = await Promise.all([
    getSetting(db, "brand"),
    getHolderAccount(db, holder),
    listSignatures(db, row.id),
    findStoredFile(db, row.file_id),
  ]);
  const company = holder.holderType === "company" ? row.holder_name : null;
  return {
    // Not the moment of the call: the same contract has the same evidence whenever it is asked for.
    madeAt: row.sealed_at.toISOString(),
    firm,
    portal: config.publicUrl,
    contract: {
      id: row.id,
      title: row.contract_name,
      language: row.language,
      template: row.template_version === null ? null : { key: row.contract_type, version: row.template_version },
      sha256: row.sha256.toString("hex"),
      size,
      pages: row.pages,
      sealedSha256,
      sentAt: row.by_admin ? row.created_at.toISOString() : null,
      approvedAt: row.state_changed_at.toISOString(),
      holder: { type: holder.holderType, name: row.holder_name, clientNumber },
    },
    signatures: signatures.map((one) => describedAs(one, company, firm)),
  };
}

/** The evidence as one ZIP; `stateConflict` until the contract is sealed. Each time staff take it is logged. */
export async function makeEvidence(context: Context, { holderType, holderId }: Holder, id: number): Promise<SentFile> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  const row = await readContract(context.db, id, holder);
  const { sealed_file_id, sealed_at } = row;
  if (sealed_file_id === null || sealed_at === null) throw new Refusal("stateConflict");
  const { sha256: sealedHash } = await findStoredFile(context.db, sealed_file_id);
  const sealed = sealedHash.toString("hex");
  const trail = await readTrail(context.db, {
    subject: { type: holderType, id: holderId },
    actions: "contract.",
    about: { contract: id },
    until: sealed_at,
  });
  if (!trail) throw new Error(`the audit log has no entry of contract ${id}`);
  const pack = await createEvidencePack(context, {
    data: await dataOf(context, holder, { ...row, sealed_at }, sealed),
    trail,
    contract: await readWhole(context.files, sealed),
    holder: `${holderType}/${holderId}`,
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
    etag: `${sealed}-evidence`,
    stream: (start, end) => Readable.from([pack.subarray(start, end)]),
  };
}
