/**
 * Cursors of shared folders. They contain SharePoint's own address of the next page, which must not be seen or forged:
 * encrypted, and bound to their folder.
 */
import { randomBytes } from "node:crypto";
import type { SharepointItem } from "../../adapters/sharepoint/sharepoint.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { seal, unseal } from "../../secrets/envelope.ts";

const saltBytes = 32;
const numberBytes = 4;
const keyBytes = 32;
const nonceBytes = 12;

async function keysFor({ vault }: Pick<Context, "vault">, salt: Buffer, number?: number) {
  const { id, derive } = await vault.recordKeys("content", number);
  const secret = derive(salt, keyBytes + nonceBytes);
  return { id, key: secret.subarray(0, keyBytes), nonce: secret.subarray(keyBytes) };
}

const boundTo = ({ driveId, itemId }: SharepointItem): Buffer => Buffer.from(`cursor ${driveId} ${itemId}`);

export async function sealCursor(
  context: Pick<Context, "vault">,
  folder: SharepointItem,
  next: string,
): Promise<string> {
  const salt = randomBytes(saltBytes);
  const { id, key, nonce } = await keysFor(context, salt);
  const number = Buffer.alloc(numberBytes);
  number.writeUInt32BE(id);
  return Buffer.concat([number, salt, seal(key, nonce, Buffer.from(next), boundTo(folder))]).toString("base64url");
}

/** The address in a cursor; `badInput` for one that was not made for the folder. */
export async function openCursor(
  context: Pick<Context, "vault">,
  folder: SharepointItem,
  cursor: string,
): Promise<string> {
  try {
    const bytes = Buffer.from(cursor, "base64url");
    const salt = bytes.subarray(numberBytes, numberBytes + saltBytes);
    const { key, nonce } = await keysFor(context, salt, bytes.readUInt32BE(0));
    return unseal(key, nonce, bytes.subarray(numberBytes + saltBytes), boundTo(folder)).toString();
  } catch {
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  }
}
