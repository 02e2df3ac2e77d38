/** Holds an upload against what is taken: size, kind by content, ending; and has it opened by a process of its own. */
import type { FieldCode } from "@portico/api/errors.ts";
import { type FileMediaType, fileMaxBytes } from "@portico/api/files.ts";
import { examineApart } from "./files.decoder.ts";
import { endingAgrees, kindOf } from "./files.file-types.ts";

type Checked = { mediaType: FileMediaType; content: Buffer } | { refused: FieldCode };

/**
 * What is to be kept of the upload, or why nothing is. Only the first bytes are looked at here, since whatever takes longer would
 * keep everybody waiting. Uploads of one person wait for one another, and for nobody else's many.
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
