/** The PDF of a template's saved text with the data of a real client. Nothing is stored. */
import { NativeSelect } from "@mantine/core";
import type { TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { HolderSearch } from "../../holders/staff/holder-search.tsx";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { FieldInputs } from "../field-inputs.tsx";
import { toContractData } from "../field-values.ts";
import { PreviewColumn } from "./preview-column.tsx";
import styles from "./template.module.css";

interface TemplatePreviewProps {
  type: string;
  version: TemplateVersion;
  /** The form has changes: the preview shows what was saved. */
  isChanged: boolean;
}

export function TemplatePreview({ type, version: { version, content }, isChanged }: TemplatePreviewProps) {
  const t = useText();
  const own = useLanguage();
  const api = useApi();
  const [holderType, setHolderType] = useState<"user" | "company">(content.for === "company" ? "company" : "user");
  const [holderId, setHolderId] = useState<number | null>(null);
  const [language, setLanguage] = useState<Language>(own);
  const [values, setValues] = useState<Record<string, string>>({});
  const filled = content.fields.filter(({ id }) => (values[id] ?? "").trim() !== "");
  const preview = useMutation({
    mutationFn: (id: number) =>
      api.contracts.preview({
        params: { holderType, holderId: id, type },
        body: { contract_data: toContractData(filled, values), language, version },
      }),
  });
  function show(event: FormEvent) {
    event.preventDefault();
    if (holderId !== null && !preview.isPending) preview.mutate(holderId);
  }
  return (
    <Section title={t("admin.templates.preview")} hint={t("admin.templates.previewHint")}>
      <form method="post" onSubmit={show} noValidate>
        <div className={styles.preview}>
          {content.for === "both" && (
            <NativeSelect
              label={t("admin.templates.for")}
              value={holderType}
              data={(["user", "company"] as const).map((id) => ({ value: id, label: t(`admin.templates.one.${id}`) }))}
              onChange={(event) => {
                setHolderType(event.currentTarget.value === "company" ? "company" : "user");
                setHolderId(null);
              }}
            />
          )}
          <HolderSearch
            key={holderType}
            wanted={holderType}
            label={t("admin.templates.previewFor")}
            value={holderId}
            without={[]}
            onChange={setHolderId}
          />
          <NativeSelect
            label={t("contracts.facts.language")}
            value={language}
            data={languages.map((id) => ({ value: id, label: t(`shell.language.${id}`) }))}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          />
          <FieldInputs fields={content.fields} values={values} onChange={setValues} isTried={false} optional />
          <Button type="submit" variant="default" disabled={holderId === null} loading={preview.isPending}>
            {t("admin.contracts.send.preview")}
          </Button>
        </div>
        {isChanged && preview.data && <Notice tone="attention">{t("admin.templates.previewOld")}</Notice>}
        {preview.error && <Notice tone="failed">{errorText(t, preview.error)}</Notice>}
        {preview.data && <PreviewColumn made={preview.data} title={content.name[language]} />}
      </form>
    </Section>
  );
}
