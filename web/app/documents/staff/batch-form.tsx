/** Begins documents for many: type and title of all, then the ZIP. */
import { TextInput } from "@mantine/core";
import { isDay } from "@portico/api/rules/calendar.ts";
import { batchMaxEntries } from "@portico/api/rules/document-batches.ts";
import { useEffect, useState } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { useProfile } from "../../shell/session/session.ts";
import { FileField } from "../../ui/file-field.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { usePreviews } from "../../ui/use-previews.ts";
import styles from "../documents.module.css";
import { TypeSelect } from "../type-select.tsx";
import { UnfinishedUploads } from "../unfinished-uploads.tsx";
import { useDocumentUpload } from "../use-document-upload.ts";
import { useDocumentTypes } from "../use-documents.ts";

const nothing = [] as const;

export function BatchForm({ onBegun }: { onBegun: (batchId: number) => void }) {
  const t = useText();
  const { id: holderId } = useProfile();
  const { types } = useDocumentTypes();
  const [type, setType] = useState("");
  const [title, setTitle] = useState("");
  const [validUntil, setValidUntil] = useState("");
  const previews = usePreviews();
  const runChange = useRunChange();
  const expires = types.find(({ id }) => id === type)?.expires ?? false;
  const [begun, setBegun] = useState<number>();
  const { field, unfinished, isSending } = useDocumentUpload(
    { holderType: "user", holderId },
    async (upload, { file }) => {
      const { id, file_name: name } = await runChange((api) =>
        api.documents.startBatch({
          body: { upload, type, title: title.trim(), ...(expires && isDay(validUntil) && { valid_until: validUntil }) },
        }),
      );
      setBegun(id);
      return { id, name, size: file.size };
    },
    { purpose: "batch" },
  );
  // Only then does leaving the page give up nothing.
  useEffect(() => {
    if (begun !== undefined && !isSending) onBegun(begun);
  }, [begun, isSending, onBegun]);
  return (
    <Section title={t("admin.batch.begin")}>
      <div className={styles.batchForm}>
        <TypeSelect value={type} onChange={setType} />
        <LimitedInput
          label={t("admin.batch.documentTitle")}
          description={t("admin.batch.documentTitleHint")}
          limit={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {expires && (
          <TextInput
            type="date"
            label={t("documents.upload.validUntil")}
            description={t("documents.upload.validUntilHint")}
            value={validUntil}
            onChange={(event) => setValidUntil(event.currentTarget.value)}
          />
        )}
        <UnfinishedUploads {...unfinished} />
        {type === "" || title.trim() === "" ? (
          <p className="small">{t("admin.batch.first")}</p>
        ) : (
          <FileField
            label={t("admin.batch.zip")}
            hint={t("admin.batch.zipHint", { count: batchMaxEntries, megabytes: field.largest.megabytes })}
            kinds=".zip"
            value={nothing}
            max={1}
            {...field}
            previews={previews}
            onAdd={() => undefined}
            onRemove={() => undefined}
          />
        )}
      </div>
    </Section>
  );
}
