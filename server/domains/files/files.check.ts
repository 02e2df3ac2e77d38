/** Checks an upload's size, type by content and extension, and has it opened by a separate process. */
import type { FieldCode } from "@portico/api/errors.ts";
import { type FileMediaType, fileMaxBytes } from "@portico/api/files.ts";
import { examineApart } from "./files.decoder.ts";
import { endingAgrees, kindOf } from "./files.file-types.ts";

type Checked = { mediaType: FileMediaType; content: Buffer } | { refused: FieldCode };

/**
 * The content to store, or why nothing is stored. Only the first bytes are read here, because anything longer would
 * block all callers. Uploads of one person wait for each other, not for other people's.
 */
export async function checkContent(name: string, content: Buffer, sentBy: number): Promise<Checked> {
  if (content.length === 0) return { refused: "fileEmpty" };
  if (content.length > fileMaxBytes) return { refused: "fileTooBig" };
  const mediaType = kindOf(content);
  if (!mediaType) return { refused: "refusedType" };
  if (!endingAgrees(name, mediaType)) return { refused: "wrongEnding" };
  const validated = await examineApart(mediaType, content, sentBy);
  return "refused" in validated ? validated : { mediaType, content: content.subarray(0, validated.end) };
}
