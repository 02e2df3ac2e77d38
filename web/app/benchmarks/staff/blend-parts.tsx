/** The parts of a blend with their weights, which are exactly 100 % together. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { BenchmarkRow } from "@portico/api/benchmarks.ts";
import { benchmarkLimits } from "@portico/api/rules/benchmarks.ts";
import { Button } from "../../ui/button.tsx";
import { formatExact } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import styles from "./staff.module.css";

/** A part as it is typed. */
export interface TypedPart {
  id: string;
  percent: string;
}

interface BlendPartsProps {
  parts: readonly TypedPart[];
  /** Benchmarks that may be parts. */
  choices: readonly BenchmarkRow[];
  errorOf: (path: string) => string | undefined;
  onChange: (parts: TypedPart[]) => void;
}

export function BlendParts({ parts, choices, errorOf, onChange }: BlendPartsProps) {
  const t = useText();
  const language = useLanguage();
  const change = (place: number, part: Partial<TypedPart>) =>
    onChange(parts.map((one, at) => (at === place ? { ...one, ...part } : one)));
  // For display alone; the server adds exactly.
  const sum = parts.reduce((total, { percent }) => total + Number(readAmount(language, percent) ?? 0), 0);
  const fault = errorOf("parts");
  const options = choices.map(({ id, name, currency }) => ({
    value: String(id),
    label: `${name[language]} · ${currency}`,
  }));
  return (
    <fieldset className={styles.parts}>
      <legend>{t("admin.benchmarks.parts")}</legend>
      {parts.map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no other name
        <div key={place} className={styles.part}>
          <NativeSelect
            label={t("admin.benchmarks.part", { number: place + 1 })}
            value={part.id}
            error={errorOf(`parts.${place}.benchmark_id`)}
            data={[{ value: "", label: t("admin.benchmarks.choose") }, ...options]}
            onChange={(event) => change(place, { id: event.currentTarget.value })}
          />
          <TextInput
            label={t("admin.benchmarks.weight")}
            aria-label={t("admin.benchmarks.percent", { number: place + 1 })}
            inputMode="decimal"
            value={part.percent}
            error={errorOf(`parts.${place}.percent`)}
            onChange={(event) => change(place, { percent: event.currentTarget.value })}
          />
          {parts.length > 1 && (
            <Button
              variant="subtle"
              size="sm"
              className={styles.besideFields ?? ""}
              aria-label={t("admin.benchmarks.removePart", { number: place + 1 })}
              onClick={() => onChange(parts.filter((_, at) => at !== place))}
            >
              {t("admin.benchmarks.unassign")}
            </Button>
          )}
        </div>
      ))}
      <p className="small" aria-live="polite">
        {t("admin.benchmarks.sum", { sum: formatExact(language, String(Math.round(sum * 1e6) / 1e6)) })}
      </p>
      {fault && <Notice tone="failed">{fault}</Notice>}
      {parts.length < benchmarkLimits.parts && (
        <div>
          <Button variant="default" size="sm" onClick={() => onChange([...parts, { id: "", percent: "" }])}>
            {t("admin.benchmarks.addPart")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
