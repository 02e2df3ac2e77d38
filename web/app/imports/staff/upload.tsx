/** Chooses a file and has it read; nothing is booked. */

import { NativeSelect } from "@mantine/core";
import { type ImportKind, importKinds } from "@portico/api/rules/import-kinds.ts";
import { useEffect, useState } from "react";
import { useFailure } from "../../shell/calls/use-refusal.ts";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { type ChosenFile, fileTypes, maxMegabytes, type ReadFault, readFile } from "./read-file.ts";
import { isZip } from "./use-read-many.ts";

/** What the server recognises, unless staff say what the file contains. */
const choices = ["auto", ...importKinds] as const;

interface UploadProps {
  onFile: (file: ChosenFile) => void;
  /** Several files, or a ZIP. */
  onFiles: (files: File[], kind: ImportKind | undefined) => void;
  /** The file that the server is reading. */
  reading: ChosenFile | undefined;
  failure: string | undefined;
}

export function Upload({ onFile, onFiles, reading, failure }: UploadProps) {
  const t = useText();
  const [kind, setKind] = useState<ImportKind | "auto">("auto");
  const [fault, setFault] = useFailure<{ name: string; fault: ReadFault }>();

  async function take(files: File[]) {
    const given = kind === "auto" ? undefined : kind;
    const [file] = files;
    if (!file) return;
    if (files.length > 1 || isZip(file)) {
      onFiles(files, given);
      return;
    }
    const read = await readFile(file, given);
    setFault(typeof read === "string" ? { name: file.name, fault: read } : undefined);
    if (typeof read !== "string") onFile(read);
  }

  if (reading) return <Progress name={reading.name} />;
  return (
    <div className={styles.upload}>
      {failure && (
        <Notice tone="failed" title={t("admin.imports.failed")}>
          {failure}
        </Notice>
      )}
      {fault && <FileFault {...fault} />}
      <NativeSelect
        label={t("admin.imports.kind")}
        description={t(`admin.imports.hint.${kind}`)}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
        data={choices.map((value) => ({ value, label: t(`admin.imports.kind.${value}`) }))}
      />
      <FileDrop
        accept={fileTypes}
        chooseLabel={t("admin.imports.choose")}
        dropLabel={t("admin.imports.drop")}
        overLabel={t("admin.imports.dropNow")}
        hint={t("admin.imports.limit", { size: maxMegabytes })}
        onFiles={(files) => void take(files)}
      />
    </div>
  );
}

/** Why a file cannot be sent. */
export function FileFault({ name, fault }: { name: string; fault: ReadFault }) {
  const t = useText();
  return (
    <Notice tone="failed">
      {fault === "tooLarge"
        ? t("admin.imports.tooLarge", { name, size: maxMegabytes })
        : t("admin.imports.unreadable", { name })}
    </Notice>
  );
}

/** A long file takes time: the seconds show that it is still running. */
function Progress({ name }: { name: string }) {
  const t = useText();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold paragraphs
    <div className={styles.progress} role="status">
      <p>{t("admin.imports.reading", { name })}</p>
      <div className={styles.bar} />
      <p className={styles.small}>{t("admin.imports.checking", { name })}</p>
      {seconds >= 2 && (
        <p className={styles.small} aria-hidden="true">
          {t("admin.imports.elapsed", { seconds })}
        </p>
      )}
    </div>
  );
}
