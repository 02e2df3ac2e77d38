/** Makes or changes a mapping on a real file: what each part reads is shown at once. */
import { TextInput } from "@mantine/core";
import type { Answer } from "@portico/api/endpoint.ts";
import type { importMappings } from "@portico/api/import-mappings.ts";
import { hasKinds, neededColumns } from "@portico/api/imports/mapping-columns.ts";
import { useEffect, useRef, useState } from "react";
import { errorText } from "../../../shell/calls/api.tsx";
import { useFailure } from "../../../shell/calls/use-refusal.ts";
import { alert } from "../../../shell/dialogs/alert.ts";
import { useLocaleNavigate } from "../../../shell/navigation/locale-link.tsx";
import { passFile, takePassedFile } from "../../../shell/staff/passed-file.ts";
import { Button } from "../../../ui/button.tsx";
import { FileDrop } from "../../../ui/file-drop.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHead, Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "../imports.module.css";
import { type ChosenFile, type ReadFault, readFile } from "../read-file.ts";
import { FileFault } from "../upload.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { type Draft, emptyDraft, missingOf, offeredColumns, toDraft, toMapping } from "./draft.ts";
import { FormatFields } from "./format-fields.tsx";
import { KindFields } from "./kind-fields.tsx";
import { FileTable, Trial } from "./trial.tsx";
import { useEndMapping, useSaveMapping, useTryMapping } from "./use-mappings.ts";

type Stored = Answer<typeof importMappings.get>;

/** Files up to this size are tried by themselves after each change. */
const smallFile = 2 * 1024 * 1024;
const pause = 500;

export function MappingEditor({ stored }: { stored: Stored | undefined }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const [draft, setDraft] = useState<Draft>(() => (stored ? toDraft(stored.mapping) : emptyDraft));
  const [name, setName] = useState(stored?.name ?? "");
  const [file, setFile] = useState<ChosenFile>();
  const [fault, setFault] = useFailure<{ name: string; fault: ReadFault }>();
  const tried = useTryMapping();
  const save = useSaveMapping(stored);
  const missing = missingOf(draft, neededColumns[draft.makes]);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));

  async function take(chosen: File) {
    const read = await readFile(chosen, undefined);
    setFault(typeof read === "string" ? { name: chosen.name, fault: read } : undefined);
    if (typeof read !== "string") setFile(read);
  }
  useEffect(() => {
    const passed = takePassedFile("mapping");
    if (passed) void take(passed);
    // The file that another page passed on, once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const mapping = missing.length === 0 ? toMapping(draft) : undefined;
  const asked = JSON.stringify([mapping, draft.kindColumns]);
  const run = useRef<() => void>(() => undefined);
  run.current = () => {
    if (file) tried.mutate({ file, mapping, valuesOf: draft.kindColumns });
  };
  useEffect(() => {
    if (!file || file.file.size > smallFile) return undefined;
    const timer = setTimeout(() => run.current(), pause);
    return () => clearTimeout(timer);
  }, [file, asked]);

  const canSave = stored ? stored.can.change : true;
  const submit = () =>
    mapping &&
    save.mutate(
      { name: name.trim(), mapping },
      {
        onSuccess: () => {
          alert.success(t("admin.mappings.saved", { name: name.trim() }));
          if (file) passFile("import", file.file);
          navigate(file ? "/admin/imports" : "/admin/imports/mappings");
        },
      },
    );
  const answer = tried.data;
  const [table] = answer?.tables ?? [];
  const columns = offeredColumns(draft.table, table);
  return (
    <>
      {stored && (
        <PageHead title={stored.name} actions={<EndMapping stored={stored} />}>
          {t("admin.mappings.version", { version: stored.version })} ·{" "}
          {t("admin.mappings.usedBy", { count: stored.usedBy })}
        </PageHead>
      )}
      <Section title={t("admin.mappings.file")} hint={t("admin.mappings.fileHint")}>
        {fault && <FileFault {...fault} />}
        <FileDrop
          accept=".csv,.tsv,.tab,.txt,.xlsx"
          chooseLabel={t("admin.imports.choose")}
          dropLabel={t("admin.imports.drop")}
          overLabel={t("admin.imports.dropNow")}
          hint={file?.name}
          onFile={(chosen) => void take(chosen)}
        />
        {tried.error && <Notice tone="failed">{errorText(t, tried.error)}</Notice>}
        {answer?.refusal && <Notice tone="failed">{answer.refusal.detail ?? answer.refusal.code}</Notice>}
        {answer && answer.tables.length === 0 && !answer.refusal && (
          <Notice tone="failed">{t("admin.mappings.noTable")}</Notice>
        )}
        {table && <FileTable table={table} />}
      </Section>
      <FormatFields draft={draft} tables={answer?.tables ?? []} onChange={change} />
      <ColumnFields draft={draft} columns={columns} onChange={change} />
      {hasKinds(draft.makes) && (
        <KindFields draft={draft} columns={columns} values={answer?.values ?? []} onChange={change} />
      )}
      {file && (
        <Trial
          trial={answer?.trial ?? null}
          makes={draft.makes}
          missing={missing}
          isRunning={tried.isPending}
          onTry={() => run.current()}
        />
      )}
      {canSave && (
        <Section title={t("admin.mappings.save")} hint={t("admin.mappings.saveHint")}>
          <form
            method="post"
            className={styles.upload}
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <TextInput
              label={t("admin.mappings.name")}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
            <div className={styles.actions}>
              <Button type="submit" disabled={!mapping || name.trim() === ""} loading={save.isPending}>
                {t(stored ? "admin.mappings.saveVersion" : "admin.mappings.save")}
              </Button>
            </div>
          </form>
        </Section>
      )}
    </>
  );
}

function EndMapping({ stored }: { stored: Stored }) {
  const t = useText();
  const end = useEndMapping(stored.id);
  const how = stored.can.retire ? "retire" : stored.can.restore ? "restore" : undefined;
  if (!how) return null;
  return (
    <Button variant="default" loading={end.isPending} onClick={() => end.mutate(how)}>
      {t(`admin.mappings.${how}`)}
    </Button>
  );
}
