/** Reads files in tests as if uploaded by staff on a day of 2026. */
import type { FileEntry, ReadFile } from "../reading/parsed-file.ts";
import { type ImportKind, readFile } from "../reading/reader.ts";

export const readAs = (kind: ImportKind, content: string): Promise<ReadFile> =>
  readFile(content, { kind, today: "2026-11-20", zone: "Europe/Sofia" });
export const readStatement = (content: string): Promise<ReadFile> => readAs("statement", content);

/** Entries without fields that tests need not repeat. */
export const plain = ({ entries }: ReadFile): Omit<FileEntry, "fingerprint" | "account" | "line" | "rebooking">[] =>
  entries.map(
    ({ fingerprint: _fingerprint, account: _account, line: _line, rebooking: _rebooking, ...entry }) => entry,
  );

/** Refusals as "line code detail". */
export const reasons = ({ refusals }: ReadFile): string[] =>
  refusals.map(({ line, code, detail }) => [line ?? "file", code, ...(detail === null ? [] : [detail])].join(" "));
