/** Documents of a fund with their validity: added by office, read by clients while valid. */
import { NativeSelect, TextInput } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { type FundDocumentKind, fundDocumentKinds } from "@portico/api/rules/funds.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { readBase64 } from "../../ui/file-base64.ts";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";
import type { OpenedFund } from "./use-target.ts";

export function FundDocuments({ fund }: { fund: OpenedFund }) {
  const t = useText();
  const runChange = useRunChange();
  const remove = (documentId: number) =>
    openConfirmation({
      title: t("admin.funds.removeDocument.title"),
      text: t("admin.funds.removeDocument.text"),
      confirmLabel: t("admin.funds.removeDocument"),
      destructive: true,
      action: async () => {
        await runChange((api) => api.funds.removeFundDocument({ params: { id: fund.id, documentId } }));
      },
    });
  return (
    <Section title={t("admin.funds.documents")}>
      {fund.documents.length === 0 && <p className="small">{t("admin.funds.noDocuments")}</p>}
      <ul className={styles.rows}>
        {fund.documents.map((one) => (
          <li key={one.id}>
            <strong>{t(`funds.document.${one.kind}`)}</strong>
            <span className="small">{t(`shell.language.${one.language}`)}</span>
            <span>
              <RecordDay day={one.valid_from} /> – {one.valid_until ? <RecordDay day={one.valid_until} /> : "…"}
            </span>
            {one.current && (
              <StatusBadge status="current" colour="green">
                {t("admin.funds.current")}
              </StatusBadge>
            )}
            {fund.can.upload && (
              <Button
                variant="subtle"
                size="compact-sm"
                className={styles.end ?? ""}
                aria-label={`${t("admin.funds.removeDocument")}: ${t(`funds.document.${one.kind}`)}, ${t(`shell.language.${one.language}`)}`}
                onClick={() => remove(one.id)}
              >
                {t("admin.funds.removeDocument")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {fund.can.upload && (
        <div className={styles.below}>
          <h3>{t("admin.funds.addDocument")}</h3>
          <AddDocument fundId={fund.id} />
        </div>
      )}
    </Section>
  );
}

function AddDocument({ fundId }: { fundId: number }) {
  const t = useText();
  const [kind, setKind] = useState<FundDocumentKind>("kid");
  const [language, setLanguage] = useState<Language>("bg");
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const [isDayMissing, setDayMissing] = useState(false);
  const add = useChange(async (api, file: File) =>
    api.funds.addFundDocument({
      params: { id: fundId },
      body: {
        kind,
        language,
        valid_from: from,
        valid_until: until === "" ? null : until,
        fileName: visibleFileName(file.name),
        base64data: await readBase64(file),
      },
    }),
  );
  const faults = add.error instanceof ApiError ? fieldErrorTexts(t, add.error) : {};
  const other = faults["base64data"];
  return (
    <>
      <div className={styles.fields}>
        <NativeSelect
          label={t("admin.funds.kind")}
          value={kind}
          data={fundDocumentKinds.map((value) => ({ value, label: t(`funds.document.${value}`) }))}
          onChange={(event) => setKind(fundDocumentKinds.find((one) => one === event.currentTarget.value) ?? "kid")}
        />
        <NativeSelect
          label={t("admin.editor.language")}
          value={language}
          data={languages.map((value) => ({ value, label: t(`shell.language.${value}`) }))}
          onChange={(event) => setLanguage(languages.find((one) => one === event.currentTarget.value) ?? "en")}
        />
        <TextInput
          type="date"
          required
          label={t("admin.funds.validFrom")}
          value={from}
          error={isDayMissing && from === "" ? t("field.required") : faults["valid_from"]}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t("admin.funds.validUntil")}
          value={until}
          error={faults["valid_until"]}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </div>
      {add.error && <Notice tone="failed">{other ?? errorText(t, add.error)}</Notice>}
      <FileDrop
        accept=".pdf,application/pdf"
        chooseLabel={t("admin.funds.choosePdf")}
        dropLabel={t("admin.funds.dropFile")}
        overLabel={t("admin.funds.dropNow")}
        onFile={(file) => {
          setDayMissing(from === "");
          if (from !== "") add.mutate(file, { onSuccess: () => alert.success(t("admin.funds.documentAdded")) });
        }}
      />
    </>
  );
}
