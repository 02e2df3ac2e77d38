/** A field for Markdown in one language, with the text as its readers will see it beside it, and its faults by line. */

import { type ContentTextFault, parseContent } from "@portico/pdf/markdown/content.ts";
import { type ReactNode, useDeferredValue, useId, useMemo, useRef } from "react";
import { LimitedTextarea } from "../../../ui/limited-textarea.tsx";
import { MarkdownBlocks, type MarkdownElements } from "../../../ui/markdown-blocks.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ReadValue } from "../../../ui/read-value.tsx";
import { type Language, type Translate, useText } from "../../../ui/text.tsx";
import styles from "./texts.module.css";

interface MarkdownFieldProps {
  language: Language;
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  limit: number;
  description?: ReactNode;
  error?: ReactNode;
  readOnly?: boolean;
  rows?: number;
  /** Placeholders that the page fills. */
  known?: readonly string[];
  /** How the page shows what differs from place to place, such as its tables. */
  elements?: MarkdownElements;
}

/** Selects a line, counted from 1, and scrolls to it. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines.length - area.clientHeight / 3;
}

function faultText(t: Translate, fault: ContentTextFault): string {
  switch (fault.code) {
    case "tooLarge":
      return t("admin.editor.fault.tooLarge", { limit: fault.limit });
    case "unsupported":
      return t("admin.editor.fault.unsupported", { what: fault.what });
    case "linkAddress":
      return t("admin.editor.fault.linkAddress", { address: fault.address });
    case "unknownPlaceholder":
    case "placeholderName":
      return t("admin.editor.fault.unknownPlaceholder", { name: fault.name });
    default:
      return t("admin.editor.fault.other");
  }
}

export function MarkdownField({ elements, known, ...field }: MarkdownFieldProps) {
  const { language, label, value, onChange, limit, description, error, readOnly, rows = 22 } = field;
  const t = useText();
  const previewId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  // Typing does not wait for the preview.
  const shown = useDeferredValue(value);
  const parsed = useMemo(() => parseContent(shown, known), [shown, known]);
  const faults = "faults" in parsed ? parsed.faults : [];
  const reading = (
    <div lang={language} className={styles.reading} data-reading>
      {"blocks" in parsed ? (
        <MarkdownBlocks blocks={parsed.blocks} elements={elements ?? {}} />
      ) : (
        <p>{t("admin.editor.noPreview")}</p>
      )}
      {value.trim() === "" && <p>{t("admin.editor.empty")}</p>}
    </div>
  );
  if (readOnly) return <ReadValue label={label} value={reading} />;
  return (
    <div className={styles.pair}>
      <div className={styles.written}>
        <LimitedTextarea
          ref={area}
          className={styles.text ?? ""}
          lang={language}
          label={label}
          description={description}
          rows={rows}
          resize="vertical"
          limit={limit}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {faults.length > 0 && (
          <Notice tone="attention" title={t("admin.editor.faults", { count: faults.length })}>
            <ul className={styles.faults}>
              {faults.map((fault, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- two faults may be equal; the list is made anew
                <li key={place}>
                  <Fault fault={fault} onGo={(line) => area.current && selectLine(area.current, line)} />
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <section aria-labelledby={previewId} className={styles.preview}>
        <h3 id={previewId}>{t("admin.editor.preview")}</h3>
        {reading}
      </section>
    </div>
  );
}

function Fault({ fault, onGo }: { fault: ContentTextFault; onGo: (line: number) => void }) {
  const t = useText();
  const line = "line" in fault ? fault.line : undefined;
  if (line === undefined) return faultText(t, fault);
  return (
    <button type="button" className={styles.fault} onClick={() => onGo(line)}>
      {t("admin.editor.line", { line })}: {faultText(t, fault)}
    </button>
  );
}
