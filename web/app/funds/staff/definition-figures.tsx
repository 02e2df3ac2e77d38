/** Risk, holding time, amounts and fees of a target fund. */
import { currencyCodes } from "@portico/api/currencies.ts";
import type { DefinitionContent } from "@portico/api/funds.ts";
import { rebalancings, riskLevels } from "@portico/api/rules/funds.ts";
import { NativeSelect, TextInput } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";
import type { TypedFigures } from "./typed-definition.ts";

interface DefinitionFiguresProps {
  content: DefinitionContent;
  figures: TypedFigures;
  canEdit: boolean;
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<DefinitionContent>) => void;
  onTyped: (path: string, text: string) => void;
}

const typedFields = ["years", "minimum", "maximum", "fees.entry", "fees.yearly", "fees.exit"] as const;
const labels = {
  years: "admin.funds.years",
  minimum: "admin.funds.minimum",
  maximum: "admin.funds.maximum",
  "fees.entry": "admin.funds.fees.entry",
  "fees.yearly": "admin.funds.fees.yearly",
  "fees.exit": "admin.funds.fees.exit",
} as const;

export function DefinitionFigures({ content, figures, canEdit, errorOf, onChange, onTyped }: DefinitionFiguresProps) {
  const t = useText();
  return (
    <Section title={t("admin.funds.figures")}>
      <div className={styles.fields}>
        <NativeSelect
          label={t("admin.funds.risk")}
          readOnly={!canEdit}
          value={String(content.risk)}
          data={riskLevels.map((level) => ({ value: String(level), label: `${level} · ${t(`funds.risk.${level}`)}` }))}
          onChange={(event) => onChange({ risk: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label={t("admin.funds.currency")}
          readOnly={!canEdit}
          value={content.currency}
          error={errorOf("currency")}
          data={[...currencyCodes]}
          onChange={(event) => onChange({ currency: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("admin.funds.rebalancing")}
          readOnly={!canEdit}
          value={content.rebalancing}
          data={rebalancings.map((value) => ({ value, label: t(`funds.rebalancing.${value}`) }))}
          onChange={(event) =>
            onChange({ rebalancing: rebalancings.find((one) => one === event.currentTarget.value) ?? "none" })
          }
        />
        {typedFields.map((path) => (
          <TextInput
            key={path}
            label={t(labels[path])}
            inputMode="decimal"
            readOnly={!canEdit}
            value={figures[path] ?? ""}
            error={errorOf(path)}
            onChange={(event) => onTyped(path, event.currentTarget.value)}
          />
        ))}
      </div>
    </Section>
  );
}
