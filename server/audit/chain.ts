/** How an audit entry is hashed and linked; writer and verifier share it. */
import { createHash } from "node:crypto";
import type { AuditAction } from "@portico/api/audit-actions.ts";
import { canonical, type Plain } from "./canonical.ts";

/** As many as audit_head has rows (migration 0001). */
export const chainCount = 64;
/** Anchors of all chains are entries of this one. */
export const anchorChain = 0;
export const anchorAction = "audit.anchored" satisfies AuditAction;

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The hash before a chain's first entry. */
export const genesisHash = (chain: number): Buffer => sha256(`portico audit chain ${chain}`);

/** All entries of one subject are in one chain; the writers of different subjects seldom wait for each other. */
export const chainOf = (subject: { type: string; id: string }): number =>
  1 + (sha256(`${subject.type}/${subject.id}`).readUInt32BE(0) % (chainCount - 1));

export interface Content {
  at: string;
  actor: Plain;
  action: string;
  subject: { type: string; id: string };
  before: Plain;
  after: Plain;
  address: string | null;
  requestId: string | null;
}

/** Hash of what happened. The salt is erased with the content, so that this hash tells nothing about it afterwards. */
export const contentHash = (content: Content, salt: Buffer): Buffer =>
  sha256(salt, canonical({ ...content, subject: { ...content.subject } }));

/** Links an entry to the one before: place and content cannot change without every later hash changing. */
export const linkHash = (previous: Buffer, chain: number, position: number, content: Buffer): Buffer =>
  sha256(previous, `${chain}/${position}/`, content);
