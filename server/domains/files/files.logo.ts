/** A logo drawn anew from an upload, so that nothing of the file itself is handed out to everybody. */
import { fileMaxBytes } from "@portico/api/files.ts";
import { drawApart } from "./files.decoder.ts";
import { kindOf } from "./files.file-types.ts";
import { refused } from "./files.service.ts";

/** Throws `fileRefused` with the reason for what is no picture of ours, or too small to be a logo. */
export async function drawLogo(content: Buffer, sentBy: number) {
  if (content.length === 0) throw refused("fileEmpty");
  if (content.length > fileMaxBytes) throw refused("fileTooBig");
  const kind = kindOf(content);
  if (!kind || kind === "application/pdf") throw refused("refusedType");
  const drawn = await drawApart(kind, content, sentBy);
  if ("refused" in drawn) throw refused(drawn.refused);
  return { picture: Buffer.from(drawn.picture, "base64"), width: drawn.width, height: drawn.height };
}
