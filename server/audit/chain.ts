/** How an audit entry is hashed and linked; shared by writer and verifier. */
import { createHash } from "node:crypto";
import type { AuditAction } from "@portico/api/audit-actions.ts";
import { canonical, type Plain } from "./canonical.ts";

/** Equals the number of rows in audit_head (server/migrations/0001-schema.sql). */
export const chainCount = 64;
/** The chain that contains the anchors of all chains. */
export const anchorChain = 0;
export const anchorAction = "audit.anchored" satisfies AuditAction;

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The hash before a chain's first entry. */
export const genesisHash = (chain: number): Buffer => sha256(`portico audit chain ${chain}`);

/** All entries of one subject are in one chain; writers about different subjects rarely wait for each other. */
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

/** Hash of the content. The salt is erased with the content, so that the hash then reveals nothing about it. */
export const contentHash = (content: Content, salt: Buffer): Buffer =>
  sha256(salt, canonical({ ...content, subject: { ...content.subject } }));

/** Links an entry to the previous one: a change of position or content changes every later hash. */
export const linkHash = (previous: Buffer, chain: number, position: number, content: Buffer): Buffer =>
  sha256(previous, `${chain}/${position}/`, content);
