/** Writes the audit log: who did what to whom, in the transaction of the change. */
import { randomBytes } from "node:crypto";
import type { Trx } from "../kernel/transaction.ts";
import { advanceHead, insertEntries, isRecordedWithinHour, lockHeads, type NewRow } from "./audit.queries.ts";
import { plain } from "./canonical.ts";
import { anchorChain, type Content, chainOf, contentHash, linkHash } from "./chain.ts";

export interface AuditEntry {
  /**
   * The user whose session made the change, the key of a machine with the user who answers for it, or the part of the portal
   * that acted (a job, a command).
   */
  actor: { userId: number; sessionId?: number } | { userId: number; keyId: number; key: string } | { system: string };
  /** `<subject>.<past participle>`, such as `user.clientNumberSet`. */
  action: string;
  subject: { type: string; id: number | string };
  /** The changed fields before and after; never a password, code or token. */
  before?: unknown;
  after?: unknown;
  address?: string | null;
  requestId?: string | null;
  /** Left out if the same person's same action on the subject was recorded within the last hour. */
  oncePerHour?: boolean | undefined;
}

/**
 * Adds entries to their chains. The chains' heads stay locked until the transaction ends, so call it last; pass several
 * subjects in one call, which locks the heads in order.
 */
export async function audit(trx: Trx, ...entries: AuditEntry[]): Promise<void> {
  await append(
    trx,
    entries.map((entry) => ({ entry, chain: chainOf({ type: entry.subject.type, id: String(entry.subject.id) }) })),
  );
}

/** As `audit`, into the chain that anchors the others. */
export const auditAnchor = (trx: Trx, entry: AuditEntry): Promise<void> => append(trx, [{ entry, chain: anchorChain }]);

async function append(trx: Trx, entries: { entry: AuditEntry; chain: number }[]): Promise<void> {
  if (entries.length === 0) return;
  if (!trx.isTransaction) throw new Error("The audit log is written in the transaction of the change");
  const heads = await lockHeads(trx, [...new Set(entries.map(({ chain }) => chain))]);
  const rows: NewRow[] = [];
  for (const { entry, chain } of entries) {
    const head = heads.get(chain);
    if (!head) throw new Error(`The audit log has no chain ${chain}`);
    const content: Content = {
      at: head.at.toISOString(),
      actor: plain(entry.actor),
      action: entry.action,
      subject: { type: entry.subject.type, id: String(entry.subject.id) },
      before: plain(entry.before),
      after: plain(entry.after),
      address: entry.address ?? null,
      requestId: entry.requestId ?? null,
    };
    // The locked head keeps another process from recording it meanwhile.
    if (entry.oncePerHour && (await isRecordedWithinHour(trx, content))) continue;
    const salt = randomBytes(16);
    const hashed = contentHash(content, salt);
    head.position += 1;
    head.hash = linkHash(head.hash, chain, head.position, hashed);
    rows.push({ chain, position: head.position, content, salt, contentHash: hashed, hash: head.hash });
  }
  await insertEntries(trx, rows);
  for (const [chain, head] of heads) await advanceHead(trx, chain, head);
}
