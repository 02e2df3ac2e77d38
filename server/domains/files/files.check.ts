/** Holds an upload against what is taken: size, kind by content, ending, nothing hidden, and really decoded. */
import type { FieldCode } from "@portico/api/errors.ts";
import { type FileMediaType, fileMaxBytes, fileMaxPixels } from "@portico/api/files.ts";
import { decodes } from "./files.decoder.ts";
import { endsAsArchive, hasPageTags, hasPdfInside, isCameraTrailer } from "./files.disguise.ts";
import { endingAgrees, kindOf } from "./files.kinds.ts";
import { frameOf } from "./files.pictures.ts";

type Checked = { mediaType: FileMediaType; content: Buffer } | { refused: FieldCode };

/** What is to be kept of the upload, or why nothing is. Uploads of one person wait for one another, and for nobody else's many. */
export async function checkContent(name: string, content: Buffer, sentBy: number): Promise<Checked> {
  if (content.length === 0) return { refused: "fileEmpty" };
  if (content.length > fileMaxBytes) return { refused: "fileTooBig" };
  const mediaType = kindOf(content);
  if (!mediaType) return { refused: "refusedType" };
  if (!endingAgrees(name, mediaType)) return { refused: "wrongEnding" };
  const kept = mediaType === "application/pdf" ? checkPdfEnds(content) : checkPicture(mediaType, content);
  if (!Buffer.isBuffer(kept)) return { refused: kept };
  const refused = await decodes(mediaType, kept, sentBy);
  return refused ? { refused } : { mediaType, content: kept };
}

/** The picture without what a camera added behind it. */
function checkPicture(mediaType: Exclude<FileMediaType, "application/pdf">, content: Buffer): Buffer | FieldCode {
  const frame = frameOf(mediaType, content);
  if (!frame || frame.width === 0 || frame.height === 0) return "unreadableFile";
  if (frame.width * frame.height > fileMaxPixels) return "tooManyPixels";
  const trailer = content.subarray(frame.end);
  const cut = mediaType === "image/jpeg" && isCameraTrailer(trailer) && !hasPageTags(trailer);
  if (trailer.length > 0 && !cut) return "hiddenContent";
  if (endsAsArchive(content) || hasPdfInside(content) || frame.texts.some(hasPageTags)) return "hiddenContent";
  return content.subarray(0, frame.end);
}

/** A PDF begins at the first byte and ends with its mark; line ends may follow. */
function checkPdfEnds(content: Buffer): Buffer | FieldCode {
  if (!/^%PDF-[12]\.\d/.test(content.toString("latin1", 0, 8))) return "unreadableFile";
  const end = content.lastIndexOf("%%EOF");
  if (end < 0) return "unreadableFile";
  const trailer = content.subarray(end + 5);
  if (!/^[\s\0]*$/.test(trailer.toString("latin1")) || endsAsArchive(content)) return "hiddenContent";
  if (hasPageTags(content.subarray(0, 1024))) return "hiddenContent";
  return content;
}
