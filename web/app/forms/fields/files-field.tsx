/** Scans and documents of a form: stored at once, referred to by the draft. */

import { ApiError } from "@portico/api/errors.ts";
import type { FilesField as Definition, FileReference } from "@portico/api/forms/field.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { isPassing } from "../../shell/calls/passing.ts";
import { useRefusalText } from "../../shell/calls/refusal-text.ts";
import { useDownload } from "../../shell/calls/use-download.ts";
import { readBase64 } from "../../ui/file-base64.ts";
import { FileField } from "../../ui/file-field.tsx";
import { useOpenForm } from "../form-context.ts";
import type { FieldTexts } from "./field-texts.ts";

interface FilesFieldProps {
  field: Definition;
  texts: FieldTexts;
  value: unknown;
  onChange: (value: readonly FileReference[]) => void;
}

export function FilesField({ field, texts, value, onChange }: FilesFieldProps) {
  const api = useApi();
  const { holder, previews } = useOpenForm();
  const { download } = useDownload(holder);
  const files = Array.isArray(value) ? (value as FileReference[]) : [];
  const explain = useRefusalText();
  return (
    <FileField
      label={texts.label}
      {...(texts.hint && { hint: texts.hint })}
      error={texts.error ?? null}
      required={texts.required}
      max={field.max ?? 5}
      value={files}
      explain={explain}
      previews={previews}
      onOpen={(file) => void download(file)}
      upload={async (file, { signal }) =>
        api.files.upload({
          params: holder,
          body: { name: visibleFileName(file.name), base64data: await readBase64(file) },
          signal,
        })
      }
      onAdd={({ id, name, size }) => onChange([...files, { id, name, size }])}
      onRemove={async ({ id }) => {
        // A file that an earlier revision refers to is kept; only the draft's reference is removed.
        await api.files.remove({ params: { ...holder, fileId: id } }).catch((error: unknown) => {
          if (!(error instanceof ApiError) || isPassing(error)) throw error;
        });
        onChange(files.filter((file) => file.id !== id));
      }}
    />
  );
}
