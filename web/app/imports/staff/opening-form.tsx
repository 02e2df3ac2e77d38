/** Opening balances before the file begins, suggested by the preview or typed. */
import { ActionIcon, FileButton, TextInput } from "@mantine/core";
import type { ImportPreview } from "@portico/api/imports.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { emptyLine, type LineField, lineFaults, type OpeningLine, whyOpening } from "./opening-lines.ts";
import { fileTypes } from "./read-file.ts";

interface OpeningFormProps {
  preview: ImportPreview;
  lines: readonly OpeningLine[];
  setLines: (lines: OpeningLine[]) => void;
  /** undefined if the file is no longer available. */
  onReadAgain: ((lines: readonly OpeningLine[]) => void) | undefined;
  /** A newly chosen file, to be read with the lines. */
  onChooseAgain: (file: File) => void;
  /** Lines that the preview does not include. */
  pending: number;
  reading: boolean;
}

export function OpeningForm({
  preview,
  lines,
  setLines,
  onReadAgain,
  onChooseAgain,
  pending,
  reading,
}: OpeningFormProps) {
  const t = useText();
  const language = useLanguage();
  const [showFaults, setShowFaults] = useState(false);
  const account = preview.accounts[0]?.account ?? "";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isFine()) onReadAgain?.(lines);
  }
  function isFine(): boolean {
    const fine = lines.every((line) => lineFaults(language, line).length === 0);
    setShowFaults(!fine);
    return fine;
  }
  const change = (key: string, part: Partial<OpeningLine>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));

  return (
    <Section title={t("admin.imports.opening")} hint={t(`admin.imports.opening.${whyOpening(preview)}`)}>
      <form method="post" className={styles.lines} onSubmit={submit} noValidate>
        {lines.map((line, index) => (
          <Line
            key={line.key}
            line={line}
            faults={showFaults ? lineFaults(language, line) : []}
            position={index + 1}
            onChange={(part) => change(line.key, part)}
            onRemove={() => setLines(lines.filter((each) => each.key !== line.key))}
          />
        ))}
        {pending > 0 && <p className={styles.break}>{t("admin.imports.openingPending", { count: pending })}</p>}
        <div className={styles.actions}>
          <Button
            variant="default"
            size="sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setLines([...lines, emptyLine(account)])}
          >
            {t("admin.imports.openingAdd")}
          </Button>
          {lines.length > 0 && onReadAgain && (
            <Button type="submit" size="sm" loading={reading}>
              {t("admin.imports.openingAgain")}
            </Button>
          )}
        </div>
        {lines.length > 0 && !onReadAgain && (
          <div className={styles.actions}>
            <p className={styles.small}>{t("admin.imports.openingNoFile")}</p>
            <FileButton accept={fileTypes} onChange={(file) => file && isFine() && onChooseAgain(file)}>
              {(props) => (
                <Button {...props} variant="default" size="sm" loading={reading}>
                  {t("admin.imports.chooseAgain")}
                </Button>
              )}
            </FileButton>
          </div>
        )}
      </form>
    </Section>
  );
}

interface LineProps {
  line: OpeningLine;
  faults: readonly LineField[];
  position: number;
  onChange: (part: Partial<OpeningLine>) => void;
  onRemove: () => void;
}

function Line({ line, faults, position, onChange, onRemove }: LineProps) {
  const t = useText();
  const language = useLanguage();
  const isCash = line.instrument.trim() === "";
  // A suggestion has a point; it is shown with the language's decimal sign, and either may be typed.
  const shown = (name: Exclude<keyof OpeningLine, "key">) =>
    (name === "quantity" || name === "amount") && language !== "en" ? line[name].replace(".", ",") : line[name];
  const field = (name: Exclude<keyof OpeningLine, "key">, label: string, description?: string) => (
    <TextInput
      size="sm"
      label={label}
      description={description}
      autoComplete="off"
      {...(name === "day" && { type: "date" })}
      {...((name === "quantity" || name === "amount") && { inputMode: "decimal" as const })}
      value={shown(name)}
      error={faults.some((fault) => fault === name) ? t(`admin.imports.fault.${name as LineField}`) : undefined}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset className={styles.kind}>
      <legend className="visually-hidden">
        {t("admin.imports.line")} {position}
      </legend>
      <div className={styles.line}>
        {field("account", t("admin.imports.account"))}
        {field("day", t("admin.imports.day"))}
        {field("instrument", t("admin.imports.openingInstrument"), t("admin.imports.openingInstrumentHint"))}
        {!isCash && field("quantity", t("admin.imports.quantity"))}
        {isCash
          ? field("amount", t("admin.imports.openingCash"))
          : field("amount", t("admin.imports.openingCost"), t("admin.imports.openingCostHint"))}
        {field("currency", t("admin.imports.openingCurrency"))}
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t("admin.imports.openingRemove", { line: position })}
          onClick={onRemove}
        >
          <Icon name="close" />
        </ActionIcon>
      </div>
    </fieldset>
  );
}
