/** Says which column is which, and has the file read again. */
import { NativeSelect } from "@mantine/core";
import type { ClientImport } from "@portico/api/client-imports.ts";
import { type ClientField, clientFields } from "@portico/api/rules/client-imports.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { rememberedFile } from "./chosen-files.ts";
import styles from "./client-imports.module.css";
import { useUpload } from "./upload.tsx";
import { fileTypes, maxMegabytes } from "./use-client-imports.ts";

export default function ColumnsForm({ file, onRead }: { file: ClientImport; onRead: (read: ClientImport) => void }) {
  const t = useText();
  const own = useLanguage();
  const [columns, setColumns] = useState(file.columns);
  const { take, fault, reading } = useUpload(onRead);
  const remembered = rememberedFile(file.id);
  const choose = (place: number, field: ClientField | null) =>
    setColumns(
      columns.map((one) =>
        one.place === place ? { ...one, field } : one.field === field ? { ...one, field: null } : one,
      ),
    );
  const given = columns.map(({ place, field }) => ({ place, field }));
  return (
    <>
      <p>{t("admin.clientImports.columnsHint")}</p>
      <div className={styles.columns}>
        {columns.map(({ place, heading, field }) => (
          <NativeSelect
            key={place}
            label={
              heading === ""
                ? t("admin.clientImports.columnUnnamed", { place: place + 1 })
                : t("admin.clientImports.column", { heading })
            }
            value={field ?? ""}
            data={[
              { value: "", label: t("admin.clientImports.notRead") },
              ...clientFields.map((value) => ({ value, label: t(`admin.clientImports.field.${value}`) })),
            ]}
            onChange={({ currentTarget: { value } }) => choose(place, value === "" ? null : (value as ClientField))}
          />
        ))}
      </div>
      {fault && <Notice tone="failed">{fault}</Notice>}
      {remembered ? (
        <Button loading={reading !== undefined} onClick={() => take({ ...remembered, columns: given })}>
          {t("admin.clientImports.readAgain")}
        </Button>
      ) : (
        <>
          <p>{t("admin.clientImports.columnsAgain")}</p>
          <FileDrop
            accept={fileTypes}
            chooseLabel={t("admin.clientImports.choose")}
            dropLabel={t("admin.clientImports.drop")}
            overLabel={t("admin.clientImports.dropNow")}
            hint={t("admin.clientImports.limit", { size: maxMegabytes })}
            onFile={(chosen) => take({ file: chosen, language: own, columns: given })}
          />
        </>
      )}
    </>
  );
}
