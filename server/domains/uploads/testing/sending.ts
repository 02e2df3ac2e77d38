/** Sends files in fragments, as a page does. */
import { createHash } from "node:crypto";
import { fragmentMaxBytes } from "@portico/api/rules/uploads.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TestUser } from "../../../testing/app.ts";

export const hashOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

export const begin = (
  by: TestUser,
  holder: Holder,
  content: Uint8Array,
  { fileName = "Contract.pdf", ...more }: { fileName?: string; sha256?: string } = {},
) => by.client.uploads.create({ params: holder, body: { fileName, size: content.length, ...more } });

/** Sends the whole content in fragments of that many bytes. */
export async function sendAll(
  by: TestUser,
  holder: Holder,
  { id }: { id: number },
  content: Uint8Array<ArrayBuffer>,
  fragmentBytes = Math.min(fragmentMaxBytes, Math.max(70_000, Math.ceil(content.length / 3))),
): Promise<void> {
  for (let offset = 0; offset < content.length; offset += fragmentBytes)
    await by.client.uploads.append({
      params: { ...holder, uploadId: id, offset },
      body: content.subarray(offset, offset + fragmentBytes),
    });
}

export const finish = (by: TestUser, holder: Holder, { id }: { id: number }, content: Uint8Array) =>
  by.client.uploads.finish({ params: { ...holder, uploadId: id }, body: { sha256: hashOf(content) } });

/** A finished upload of the content. */
export async function uploaded(
  by: TestUser,
  holder: Holder,
  content: Buffer<ArrayBuffer>,
  more: { fileName?: string } = {},
) {
  const upload = await begin(by, holder, content, more);
  await sendAll(by, holder, upload, content);
  return finish(by, holder, upload, content);
}
