/** The staff's imports: upload a file, review its preview, confirm it; past imports. `?id=` is the open one. */
import type { ImportKind } from "@portico/api/rules/import-kinds.ts";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useFailure } from "../../shell/calls/use-refusal.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { takePassedFile } from "../../shell/staff/passed-file.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useHasDraft } from "../../ui/use-draft.ts";
import { ImportView } from "./import-view.tsx";
import { LotForm } from "./lot-form.tsx";
import { ManyFiles } from "./many-files.tsx";
import { PastImports } from "./past-imports.tsx";
import { type ChosenFile, type ReadFault, readFile } from "./read-file.ts";
import { FileFault, Upload } from "./upload.tsx";
import { type Choices, noChoices, useImport, useImports, usePreview } from "./use-imports.ts";
import { useReadMany } from "./use-read-many.ts";

export default function ImportsPage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const id = Number(params.get("id")) || undefined;
  /** The file of preview `of`; kept only on this page. */
  const [chosen, setChosen] = useState<{ file: ChosenFile; of: number }>();
  const [fault, setFault] = useFailure<{ name: string; fault: ReadFault }>();
  const preview = usePreview();
  const many = useReadMany();

  function read(file: ChosenFile, choices: Choices = noChoices) {
    preview.mutate(
      { file, ...choices },
      {
        onSuccess: (read) => {
          setChosen({ file, of: read.id });
          setParams({ id: String(read.id) });
        },
      },
    );
  }

  useEffect(() => {
    const passed = takePassedFile("import");
    if (passed) void chooseAgain(passed, undefined, noChoices);
    // The file that a mapping was made for, once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  async function chooseAgain(file: File, kind: ImportKind | undefined, choices: Choices) {
    const again = await readFile(file, kind);
    setFault(typeof again === "string" ? { name: file.name, fault: again } : undefined);
    if (typeof again !== "string") read(again, choices);
  }

  if (id) {
    const open = chosen?.of === id ? chosen : undefined;
    return (
      <>
        <BackLink to="/admin/imports">{t("admin.imports.back")}</BackLink>
        {preview.error && (
          <Notice tone="failed" title={t("admin.imports.failed")}>
            {errorText(t, preview.error)}
          </Notice>
        )}
        {fault && <FileFault {...fault} />}
        <OneImport
          key={id}
          id={id}
          reading={preview.isPending}
          onReadAgain={open && ((choices) => read(open.file, choices))}
          onChooseAgain={(file, kind, choices) => void chooseAgain(file, kind, choices)}
          file={open?.file.file}
          onReadQuotes={open && ((kind) => read({ ...open.file, kind }))}
        />
      </>
    );
  }
  return (
    <>
      <PageTitle>{t("admin.imports.title")}</PageTitle>
      <PageHead
        title={t("admin.imports.title")}
        actions={<LocaleLink to="/admin/imports/mappings">{t("admin.mappings.title")}</LocaleLink>}
      >
        {t("admin.imports.lead")}
      </PageHead>
      <NewImport>
        <Upload
          onFile={(file) => read(file)}
          onFiles={(files, kind) => void many.start(files, kind)}
          reading={preview.isPending ? preview.variables.file : undefined}
          failure={preview.error ? errorText(t, preview.error) : undefined}
        />
      </NewImport>
      <TypedLots onFile={(file) => read(file)} reading={preview.isPending} />
      {many.files.length > 0 && <ManyFiles files={many.files} onAgain={many.clear} />}
      <PastImports />
    </>
  );
}

/** Opening lots that no file has; closed until somebody types them. */
function TypedLots(props: Parameters<typeof LotForm>[0]) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const hasDraft = useHasDraft(["imports.lots"]);
  const can = useImports().data?.pages[0]?.can;
  if (!can?.preview) return null;
  if (isOpen || hasDraft)
    return (
      <Section title={t("admin.imports.lots.title")}>
        <LotForm {...props} />
      </Section>
    );
  return (
    <Button variant="default" size="sm" onClick={() => setOpen(true)}>
      {t("admin.imports.lots.title")}
    </Button>
  );
}

/** Offered to who may read a file, which the list of past ones says. */
function NewImport({ children }: { children: ReactNode }) {
  const t = useText();
  const can = useImports().data?.pages[0]?.can;
  if (!can) return null;
  return can.preview ? <Section>{children}</Section> : <Notice>{t("admin.imports.readOnly")}</Notice>;
}

interface OneImportProps {
  id: number;
  reading: boolean;
  onReadAgain: ((choices: Choices) => void) | undefined;
  onChooseAgain: (file: File, kind: ImportKind, choices: Choices) => void;
  onReadQuotes: ((kind: "prices" | "rates") => void) | undefined;
  file: File | undefined;
}

function OneImport({ id, ...rest }: OneImportProps) {
  const t = useText();
  const query = useImport(id);
  const { data } = query;
  if (data) return <ImportView preview={data} {...rest} />;
  return (
    <>
      <PageTitle>{t("admin.imports.title")}</PageTitle>
      <PendingQuery query={query} />
    </>
  );
}
