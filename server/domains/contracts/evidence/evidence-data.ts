/** A signed contract as its evidence says it, from the tables. */
import type { EvidenceSignature, SignedContract } from "../../../evidence/evidence-data.ts";
import type { Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { getHolderAccount } from "../../holders/holders.ts";
import { getSetting } from "../../settings/settings.ts";
import { type ContractRecord, findStoredFile } from "../contracts.queries.ts";
import { listSignatures, type SignatureRecord } from "../signing/signatures.queries.ts";

function describeCode({ factor, challenge_id, code_sent_at, account_email, signed_at }: SignatureRecord) {
  const usedAt = signed_at.toISOString();
  if (factor === null) return null;
  if (challenge_id === null || code_sent_at === null) return { app: true as const, usedAt };
  return { id: String(challenge_id), sentTo: account_email, sentAt: code_sent_at.toISOString(), usedAt };
}

/** The firm's people act for the firm. */
const describedAs = (one: SignatureRecord, company: string | null, firm: string): EvidenceSignature => ({
  side: one.side,
  name: one.name,
  ...(one.name_question !== null && { nameQuestion: { asked: one.name_question, answer: "yes" as const } }),
  account: { id: one.user_id, name: one.account_name, email: one.account_email },
  actingFor: one.side === "firm" ? firm : company,
  at: one.signed_at.toISOString(),
  address: one.address,
  browser: one.user_agent,
  documentSha256: one.sha256.toString("hex"),
  agreement:
    one.agreement_version === null ? null : { version: String(one.agreement_version), text: one.agreement ?? "" },
  code: describeCode(one),
  ...(one.shown_how !== null && { shown: { how: one.shown_how, at: one.shown_at?.toISOString() ?? null } }),
});

export async function signedContract(
  { db, config }: Pick<Services, "db" | "config">,
  row: ContractRecord,
): Promise<SignedContract> {
  const holder = holderOf(row);
  const [{ name: firm }, { clientNumber }, signatures, { size }] = await Promise.all([
    getSetting(db, "brand"),
    getHolderAccount(db, holder),
    listSignatures(db, row.id),
    findStoredFile(db, row.file_id),
  ]);
  const company = holder.holderType === "company" ? row.holder_name : null;
  return {
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
      sentAt: row.by_admin ? row.created_at.toISOString() : null,
      approvedAt: row.state_changed_at.toISOString(),
      holder: { type: holder.holderType, name: row.holder_name, clientNumber },
    },
    signatures: signatures.map((one) => describedAs(one, company, firm)),
  };
}
