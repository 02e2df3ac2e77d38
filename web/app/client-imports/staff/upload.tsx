/** Chooses a file of existing clients and has it read; nothing is booked. */
import { NativeSelect } from "@mantine/core";
import type { ClientImport } from "@portico/api/client-imports.ts";
import { languages } from "@portico/messages/text.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useSaveAnswer } from "../../shell/calls/use-download.ts";
import { Button } from "../../ui/button.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Language, useLanguage, useText } from "../../ui/text.tsx";
import { rememberFile } from "./chosen-files.ts";
import styles from "./client-imports.module.css";
import { fileTypes, maxMegabytes, useReadFile } from "./use-client-imports.ts";

/** Has a file read; says why it cannot be sent. */
export function useUpload(onRead: (read: ClientImport) => void) {
  const t = useText();
  const read = useReadFile();
  const [tooLarge, setTooLarge] = useState<string>();
  const fault = tooLarge
    ? t("admin.clientImports.tooLarge", { name: tooLarge, size: maxMegabytes })
    : read.error && errorText(t, read.error);
  function take(chosen: Parameters<typeof read.mutate>[0]) {
    const isLarge = chosen.file.size > maxMegabytes * 1024 * 1024;
    setTooLarge(isLarge ? chosen.file.name : undefined);
    if (isLarge) return;
    read.mutate(chosen, {
      onSuccess: (one) => {
        rememberFile(one.id, chosen);
        onRead(one);
      },
    });
  }
  return { take, fault, reading: read.isPending ? read.variables.file.name : undefined };
}

export function Upload({ onRead }: { onRead: (read: ClientImport) => void }) {
  const t = useText();
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const { save, busy } = useSaveAnswer();
  const { take, fault, reading } = useUpload(onRead);
  return (
    <Section
      title={t("admin.clientImports.upload")}
      actions={
        <Button
          variant="default"
          loading={busy}
          onClick={() => void save((api) => api.clientImports.getTemplate({ query: { language: own } }))}
        >
          {t("admin.clientImports.template")}
        </Button>
      }
    >
      <div className={styles.upload}>
        {fault && <Notice tone="failed">{fault}</Notice>}
        {reading ? (
          <output>{t("admin.clientImports.reading", { name: reading })}</output>
        ) : (
          <>
            <NativeSelect
              className={styles.field}
              label={t("admin.clientImports.language")}
              value={language}
              onChange={({ currentTarget: { value } }) => setLanguage(value as Language)}
              data={languages.map((value) => ({ value, label: t(`shell.language.${value}`) }))}
            />
            <FileDrop
              accept={fileTypes}
              chooseLabel={t("admin.clientImports.choose")}
              dropLabel={t("admin.clientImports.drop")}
              overLabel={t("admin.clientImports.dropNow")}
              hint={t("admin.clientImports.limit", { size: maxMegabytes })}
              onFile={(file) => take({ file, language })}
            />
          </>
        )}
      </div>
    </Section>
  );
}
