/** Checks a file's size, type by content and extension, and has it opened by a separate process. */
import type { FieldCode } from "@portico/api/errors.ts";
import { archiveType, fileMaxBytes, type StoredMediaType } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Bytes } from "../../kernel/bytes.ts";
import { hasLevel, isHolder, type Viewer } from "../../kernel/viewer.ts";
import { examineApart } from "./decoding/decoding.ts";
import { detectKind, detectOfficeKind, endingAgrees, isArchive, isMacroName } from "./file-types.ts";

/** A file that is checked, whole in memory or not. */
interface Examined {
  name: string;
  /** Bytes. */
  size: number;
  /** The first bytes. */
  head: Buffer;
  content: Bytes;
  takesOffice?: boolean;
}

/** Only office adds formats of office programs, for clients. */
export const takesOfficeFrom = (viewer: Viewer, holder: Holder): boolean =>
  hasLevel(viewer, "office") && !isHolder(viewer, holder);

/** By name and first bytes: the type, or why the file is refused. */
export function checkType(
  name: string,
  head: Buffer,
  { takesOffice = false } = {},
): { mediaType: StoredMediaType } | { refused: FieldCode } {
  if (takesOffice && isArchive(head) && isMacroName(name)) return { refused: "activeOffice" };
  const mediaType = detectKind(head) ?? (takesOffice ? detectOfficeKind(name, head) : undefined);
  if (!mediaType) return { refused: "refusedType" };
  return endingAgrees(name, mediaType) ? { mediaType } : { refused: "wrongEnding" };
}

/** The same for an archive with documents for many, whatever its name. */
export const checkArchiveType = (head: Buffer): { mediaType: typeof archiveType } | { refused: FieldCode } =>
  isArchive(head) ? { mediaType: archiveType } : { refused: "refusedType" };

/**
 * The type and how many of the first bytes to store, or why nothing is stored. Only the first bytes are read here,
 * because anything longer would block all callers. Files of one person wait for each other, not for other people's.
 */
export async function checkFile(
  { name, size, head, content, takesOffice = false }: Examined,
  sentBy: number,
): Promise<{ mediaType: StoredMediaType; end: number } | { refused: FieldCode }> {
  const type = checkType(name, head, { takesOffice });
  if ("refused" in type) return type;
  const validated = await examineApart(type.mediaType, { size, content }, sentBy);
  return "refused" in validated ? validated : { ...type, ...validated };
}

/** The same for a file in memory, of at most 10 MB: the content to store. */
export async function checkContent(
  name: string,
  content: Buffer,
  sentBy: number,
  { takesOffice = false } = {},
): Promise<{ mediaType: StoredMediaType; content: Buffer } | { refused: FieldCode }> {
  if (content.length === 0) return { refused: "fileEmpty" };
  if (content.length > fileMaxBytes) return { refused: "fileTooBig" };
  const head = content.subarray(0, 64);
  const checked = await checkFile({ name, size: content.length, head, content, takesOffice }, sentBy);
  if ("refused" in checked) return checked;
  return { mediaType: checked.mediaType, content: content.subarray(0, checked.end) };
}
