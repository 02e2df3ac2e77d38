/** The names and the text of a template, one language at a time, with the placeholders that can be inserted. */

import type { TextFault } from "@portico/api/contracts/shapes.ts";
import { contractTextLimit } from "@portico/api/rules/contracts.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { useRef, useState } from "react";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { faultText } from "../fault-list.tsx";
import { Placeholders } from "./placeholders.tsx";
import styles from "./template.module.css";
import type { TypedContent } from "./template-content.ts";

interface TemplateTextsProps {
  content: TypedContent;
  faults: readonly string[];
  /** Of the text as it was last saved. */
  textFaults: readonly (TextFault & { language: Language })[];
  readOnly: boolean;
  onChange: (part: Partial<TypedContent>) => void;
}

/** Selects a line, counted from 1, and scrolls to it. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines.length - area.clientHeight / 3;
}

export function TemplateTexts({ content, faults, textFaults, readOnly, onChange }: TemplateTextsProps) {
  const t = useText();
  const own = useLanguage();
  const [shown, setShown] = useState<Language>(own);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = content.text[shown];

  function insert(placeholder: string) {
    const { current } = area;
    if (!current) return;
    const written = `{{${placeholder}}}`;
    const { selectionStart, selectionEnd } = current;
    onChange({
      text: { ...content.text, [shown]: text.slice(0, selectionStart) + written + text.slice(selectionEnd) },
    });
    current.focus();
    const cursor = selectionStart + written.length;
    // After the new text is in the field.
    requestAnimationFrame(() => current.setSelectionRange(cursor, cursor));
  }
  function goTo({ language, line }: TextFault & { language: Language }) {
    setShown(language);
    // After the field shows that language.
    if (line !== null) requestAnimationFrame(() => area.current && selectLine(area.current, line));
  }

  return (
    <Section title={t("admin.templates.text")} hint={t("admin.contracts.markdownHint")}>
      <div className={styles.names}>
        {languages.map((language) => (
          <LimitedInput
            key={language}
            lang={language}
            label={t("admin.templates.nameIn", { language: t(`shell.language.${language}`) })}
            required
            limit={160}
            readOnly={readOnly}
            value={content.name[language]}
            error={faults.includes(`name.${language}`) ? t("contracts.fields.missing") : undefined}
            onChange={(event) => onChange({ name: { ...content.name, [language]: event.currentTarget.value } })}
          />
        ))}
      </div>
      {textFaults.length > 0 && (
        <Notice tone="attention" title={t("admin.templates.faults", { count: textFaults.length })}>
          <ul className={styles.faults}>
            {textFaults.map((fault) => (
              <li key={`${fault.language} ${fault.line} ${fault.code} ${fault.what}`}>
                <button type="button" className={styles.fault} onClick={() => goTo(fault)}>
                  {t(`shell.language.${fault.language}`)}
                  {fault.line !== null && `, ${t("contracts.fault.line", { line: fault.line })}`}:{" "}
                  {faultText(t, own, fault)}
                </button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <SectionPicker
        label={t("admin.templates.textLanguage")}
        current={shown}
        sections={languages.map((id) => ({ id, label: t(`shell.language.${id}`) }))}
        onPick={(language) => setShown(language as Language)}
      />
      <div className={styles.editor}>
        <LimitedTextarea
          ref={area}
          className={styles.text ?? ""}
          lang={shown}
          label={t("admin.templates.textIn", { language: t(`shell.language.${shown}`) })}
          description={text.trim() === "" ? t("admin.templates.textEmpty") : undefined}
          rows={24}
          resize="vertical"
          limit={contractTextLimit}
          readOnly={readOnly}
          value={text}
          error={faults.includes("text") ? t("admin.templates.textMissing") : undefined}
          onChange={(event) => onChange({ text: { ...content.text, [shown]: event.currentTarget.value } })}
        />
        {!readOnly && <Placeholders fields={content.fields} disabled={false} onPick={insert} />}
      </div>
    </Section>
  );
}
