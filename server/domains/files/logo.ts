/** Re-encodes an uploaded logo, so that the original file is never sent to anybody. */
import { fileMaxBytes } from "@portico/api/files.ts";
import { drawApart } from "./decoding/decoding.ts";
import { detectKind } from "./file-types.ts";
import { refused } from "./files.ts";

/** Throws `fileRefused` with the reason if it is not an accepted picture or too small for a logo. */
export async function drawLogo(content: Buffer, sentBy: number) {
  if (content.length === 0) throw refused("fileEmpty");
  if (content.length > fileMaxBytes) throw refused("fileTooBig");
  const kind = detectKind(content);
  if (!kind || kind === "application/pdf") throw refused("refusedType");
  const drawn = await drawApart(kind, content, sentBy);
  if ("refused" in drawn) throw refused(drawn.refused);
  return { picture: Buffer.from(drawn.picture, "base64"), width: drawn.width, height: drawn.height };
}
