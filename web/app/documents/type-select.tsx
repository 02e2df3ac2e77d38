/** Chooses the type of a document. */
import { NativeSelect } from "@mantine/core";
import type { DocumentType } from "@portico/api/documents.ts";
import type { ReactNode } from "react";
import { useText } from "../ui/text.tsx";
import { useDocumentTypes } from "./use-documents.ts";

interface TypeSelectProps {
  /** Those to choose from; all by default. */
  types?: readonly DocumentType[];
  /** The id of a type, or empty before one is chosen. */
  value: string;
  required?: boolean;
  error?: ReactNode;
  onChange: (type: string) => void;
}

export function TypeSelect({ types, value, required = false, error, onChange }: TypeSelectProps) {
  const t = useText();
  const { types: all, nameOf } = useDocumentTypes();
  return (
    <NativeSelect
      label={t("documents.upload.type")}
      required={required}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: "", label: t("documents.upload.choose"), disabled: true },
        ...(types ?? all).map(({ id }) => ({ value: id, label: nameOf(id) })),
      ]}
    />
  );
}
