/** Opening lots typed row by row; they are read like an uploaded file, so that nothing is booked before its preview. */
import { ActionIcon, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import styles from "./imports.module.css";
import { type LotField, type LotLine, lotFaults, nextLot, readLots, toLotFile } from "./lot-lines.ts";
import type { ChosenFile } from "./read-file.ts";
import { SecurityField } from "./security-field.tsx";

interface LotFormProps {
  onFile: (file: ChosenFile) => void;
  reading: boolean;
}

export function LotForm({ onFile, reading }: LotFormProps) {
  const t = useText();
  const language = useLanguage();
  const draft = useDraft("imports.lots", "");
  const [lines, setLines] = useState(() => readLots(draft.value));
  const [showFaults, setShowFaults] = useState(false);

  function change(changed: LotLine[]) {
    setLines(changed);
    draft.set(JSON.stringify(changed));
  }
  function clear() {
    draft.clear();
    setLines(readLots(""));
    setShowFaults(false);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const isFine = lines.every((line) => lotFaults(language, line).length === 0);
    setShowFaults(!isFine);
    if (!isFine) return;
    const content = toLotFile(language, lines);
    const name = t("admin.imports.lots.fileName");
    onFile({ name, kind: "lots", sent: { content }, file: new File([content], name, { type: "text/csv" }) });
  }

  return (
    <form method="post" className={styles.lines} onSubmit={submit} noValidate>
      <p className={styles.small}>{t("admin.imports.lots.hint")}</p>
      {lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          position={index + 1}
          faults={showFaults ? lotFaults(language, line) : []}
          onChange={(part) => change(lines.map((each) => (each.key === line.key ? { ...each, ...part } : each)))}
          onRemove={() => change(lines.filter((each) => each.key !== line.key))}
        />
      ))}
      <div className={styles.actions}>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => change([...lines, nextLot(lines.at(-1))])}
        >
          {t("admin.imports.lots.add")}
        </Button>
        {lines.length > 0 && (
          <Button type="submit" size="sm" loading={reading}>
            {t("admin.imports.lots.read")}
          </Button>
        )}
        {draft.isChanged && (
          <Button variant="default" size="sm" onClick={clear}>
            {t("admin.imports.lots.clear")}
          </Button>
        )}
      </div>
    </form>
  );
}

interface LineProps {
  line: LotLine;
  position: number;
  faults: readonly LotField[];
  onChange: (part: Partial<LotLine>) => void;
  onRemove: () => void;
}

/** Sentences about a fault that the form of opening balances has too. */
const faultOf = {
  account: "account",
  acquired: "day",
  arrived: "day",
  quantity: "quantity",
  cost: "amount",
  currency: "currency",
} as const;

function Line({ line, position, faults, onChange, onRemove }: LineProps) {
  const t = useText();
  const field = (name: Exclude<LotField, "security">, label: string, description?: string) => (
    <TextInput
      size="sm"
      label={label}
      description={description}
      autoComplete="off"
      {...((name === "acquired" || name === "arrived") && { type: "date" })}
      {...((name === "quantity" || name === "cost") && { inputMode: "decimal" as const })}
      value={line[name]}
      error={faults.includes(name) ? t(`admin.imports.fault.${faultOf[name]}`) : undefined}
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
        <SecurityField
          label={t("admin.imports.lots.security")}
          description={t("admin.imports.lots.securityHint")}
          value={line.security}
          error={faults.includes("security") ? t("admin.imports.lots.securityFault") : undefined}
          onChange={(security) => onChange({ security })}
        />
        {field("acquired", t("admin.imports.lots.acquired"), t("admin.imports.lots.acquiredHint"))}
        {field("quantity", t("admin.imports.quantity"))}
        {field("cost", t("admin.imports.lots.cost"), t("admin.imports.lots.costHint"))}
        {field("currency", t("admin.imports.openingCurrency"))}
        {field("arrived", t("admin.imports.lots.arrived"), t("admin.imports.lots.arrivedHint"))}
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
