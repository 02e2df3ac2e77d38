/** Several files, or the files of a ZIP, read one after another; each gets a preview of its own. */
import type { ListedImport } from "@portico/api/imports.ts";
import type { ImportKind } from "@portico/api/rules/import-kinds.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { readBase64 } from "../../ui/file-base64.ts";
import { useText } from "../../ui/text.tsx";
import { maxMegabytes, readFile } from "./read-file.ts";
import { wholeFileText } from "./refusal-text.ts";

export type ReadImport = Pick<
  ListedImport,
  "id" | "fileName" | "kind" | "format" | "message" | "state" | "newRows" | "refusedRows"
>;

export interface ManyFile {
  key: string;
  name: string;
  state: "waiting" | "reading" | "read";
  /** One; several of a ZIP. */
  imports: readonly ReadImport[];
  /** Why it, or the rest of it, was not read. */
  fault: string | undefined;
}

export const isZip = ({ name, type }: File): boolean => /\.zip$/i.test(name) || type === "application/zip";

export interface ReadMany {
  files: readonly ManyFile[];
  start: (files: readonly File[], kind: ImportKind | undefined) => Promise<void>;
  clear: () => void;
}

export function useReadMany(): ReadMany {
  const t = useText();
  const runChange = useRunChange();
  const [files, setFiles] = useState<ManyFile[]>([]);

  async function readOne(file: File, kind: ImportKind | undefined): Promise<Pick<ManyFile, "imports" | "fault">> {
    try {
      if (file.size > maxMegabytes * 1024 * 1024)
        return { imports: [], fault: t("admin.imports.tooLarge", { name: file.name, size: maxMegabytes }) };
      const fileName = visibleFileName(file.name);
      if (isZip(file)) {
        const base64data = await readBase64(file);
        const { imports, refusal } = await runChange((api) =>
          api.imports.previewArchive({ body: { fileName, base64data } }),
        );
        return { imports, fault: refusal ? wholeFileText(t, refusal) : undefined };
      }
      const read = await readFile(file, kind);
      if (typeof read === "string") return { imports: [], fault: t("admin.imports.unreadable", { name: file.name }) };
      const preview = await runChange((api) =>
        api.imports.preview({ body: { kind: read.kind, fileName, ...read.sent } }),
      );
      return { imports: [preview], fault: undefined };
    } catch (error) {
      return { imports: [], fault: errorText(t, error) };
    }
  }

  async function start(chosen: readonly File[], kind: ImportKind | undefined): Promise<void> {
    const keyOf = (index: number): string => `${index} ${chosen[index]?.name}`;
    const note = (index: number, change: Partial<ManyFile>) =>
      setFiles((before) => before.map((one) => (one.key === keyOf(index) ? { ...one, ...change } : one)));
    setFiles(
      chosen.map(({ name }, index) => ({
        key: keyOf(index),
        name,
        state: "waiting",
        imports: [],
        fault: undefined,
      })),
    );
    for (const [index, file] of chosen.entries()) {
      note(index, { state: "reading" });
      note(index, { state: "read", ...(await readOne(file, kind)) });
    }
  }
  return { files, start, clear: () => setFiles([]) };
}
