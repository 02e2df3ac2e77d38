/** Takes a text file with values: too large or unreadable ones are refused here, before anything is sent. */
import type { OwnFile } from "@portico/api/rules/other-files.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import { useEffect, useEffectEvent } from "react";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useFailure } from "../calls/use-refusal.ts";
import { type OtherEncoding, textOfFile } from "./file-text.ts";
import { takePassedFile } from "./passed-file.ts";

/** Longest name that is sent. */
const mostLetters = 200;

interface TextFileDropProps {
  /** A file of this kind that was sent to another page is taken at once. */
  kind?: OwnFile;
  /** The server refuses longer files. */
  mostBytes: number;
  /** The encoding of a file that is no Unicode. */
  otherwise?: OtherEncoding;
  /** Why no file can be taken yet. */
  missing?: string | undefined;
  onText: (file: { fileName: string; content: string }) => void;
}

export function TextFileDrop({ kind, mostBytes, otherwise, missing, onText }: TextFileDropProps) {
  const t = useText();
  const [fault, setFault] = useFailure();
  async function take(file: File) {
    setFault(undefined);
    if (missing !== undefined) return setFault(missing);
    if (file.size > mostBytes) return setFault(t("admin.funds.fileTooLarge"));
    try {
      const content = textOfFile(await file.arrayBuffer(), otherwise);
      onText({ fileName: visibleFileName(file.name.slice(0, mostLetters)), content });
    } catch {
      setFault(t("admin.funds.fileUnreadable"));
    }
  }
  const takeLatest = useEffectEvent(take);
  useEffect(() => {
    const file = kind && takePassedFile(kind);
    if (file) void takeLatest(file);
  }, [kind]);
  return (
    <>
      {fault && <Notice tone="failed">{fault}</Notice>}
      <FileDrop
        accept=".csv,.tsv,.tab,.txt,text/csv,text/tab-separated-values"
        chooseLabel={t("admin.funds.chooseFile")}
        dropLabel={t("admin.funds.dropFile")}
        overLabel={t("admin.funds.dropNow")}
        onFile={(file) => void take(file)}
      />
    </>
  );
}
