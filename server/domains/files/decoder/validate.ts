/** Checks one upload by opening it. Runs in its own process (files/decoding/decoding.ts), never in the portal's. */
import type { FieldCode } from "@portico/api/errors.ts";
import type { StoredMediaType } from "@portico/api/files.ts";
import { isOfficeType } from "@portico/api/rules/office-files.ts";
import type { Drawn } from "./logo.ts";
import type { ReadText } from "./text.ts";
import type { Thumbnail } from "./thumbnail.ts";

/** Why nothing is stored, or how many of the first bytes are. */
export type Validated = { refused: FieldCode } | { end: number };

/** The task: check a file, draw a logo or a thumbnail from it, or read its words. */
export type Task = "validate" | "logo" | "text" | "thumbnail";

export async function carryOut(
  task: Task,
  mediaType: StoredMediaType,
  content: Buffer,
): Promise<Validated | Drawn | ReadText | Thumbnail> {
  if (task === "validate") return await validate(mediaType, content);
  if (task === "text") return await read(content);
  if (task === "thumbnail") return await draw(mediaType, content);
  try {
    const { examineLogo } = await import("./logo.ts");
    return mediaType === "application/pdf" || isOfficeType(mediaType)
      ? { refused: "refusedType" }
      : await examineLogo(mediaType, content);
  } catch {
    return { refused: "unreadableFile" };
  }
}

async function read(content: Buffer): Promise<ReadText> {
  try {
    return await (await import("./text.ts")).readText(content);
  } catch {
    return { pages: null, text: "" };
  }
}

async function draw(mediaType: StoredMediaType, content: Buffer): Promise<Thumbnail> {
  try {
    return isOfficeType(mediaType)
      ? { picture: null }
      : await (await import("./thumbnail.ts")).drawThumbnail(mediaType, content);
  } catch {
    return { picture: null };
  }
}

async function validate(mediaType: StoredMediaType, content: Buffer): Promise<Validated> {
  try {
    // Each kind of file loads its own library: loading one takes longer than reading a small file.
    if (mediaType === "application/pdf") return await (await import("./pdf.ts")).examinePdf(content);
    if (isOfficeType(mediaType)) return await (await import("./office.ts")).examineOffice(mediaType, content);
    const { examinePicture } = await import("./pictures.ts");
    return await examinePicture(mediaType, content);
  } catch {
    return { refused: "unreadableFile" };
  }
}
