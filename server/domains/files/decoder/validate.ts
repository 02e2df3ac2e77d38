/** What one upload turns out to be once it is opened. Runs in a process of its own (files.decoder.ts), never in the portal's. */
import type { FieldCode } from "@portico/api/errors.ts";
import type { FileMediaType } from "@portico/api/files.ts";
import type { Drawn } from "./logo.ts";
import { examinePdf } from "./pdf.ts";

/** Why nothing is kept, or how many of the first bytes are. */
export type Validated = { refused: FieldCode } | { end: number };

/** What is asked about an upload: whether it is kept as it is, or what a logo drawn from it looks like. */
export type Task = "validate" | "logo";

export async function carryOut(task: Task, mediaType: FileMediaType, content: Buffer): Promise<Validated | Drawn> {
  if (task === "validate") return await validate(mediaType, content);
  try {
    const { examineLogo } = await import("./logo.ts");
    return mediaType === "application/pdf" ? { refused: "refusedType" } : await examineLogo(mediaType, content);
  } catch {
    return { refused: "unreadableFile" };
  }
}

async function validate(mediaType: FileMediaType, content: Buffer): Promise<Validated> {
  try {
    if (mediaType === "application/pdf") return await examinePdf(content);
    // The native library is loaded for pictures alone: it takes longer to load than a PDF takes to be read.
    const { examinePicture } = await import("./pictures.ts");
    return await examinePicture(mediaType, content);
  } catch {
    return { refused: "unreadableFile" };
  }
}
