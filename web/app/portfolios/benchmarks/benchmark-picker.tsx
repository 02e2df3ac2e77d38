/** Which of the offered benchmarks the portfolio is compared with: up to three. */
import { Checkbox } from "@mantine/core";
import { mostCompared } from "@portico/api/rules/benchmarks.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { Button } from "../../ui/button.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./benchmarks.module.css";
import { useDescription } from "./description.ts";

interface PickerProps {
  picked: readonly number[];
  onPick: (picked: readonly number[] | undefined) => void;
}

export function BenchmarkPicker({ picked, onPick }: PickerProps) {
  const t = useText();
  const language = useLanguage();
  const describe = useDescription();
  const query = useCall(useApi().benchmarks.listOffered, { params: useHolder() });
  if (!query.data) return <PendingQuery query={query} />;
  const { benchmarks } = query.data;
  const isFull = picked.length >= mostCompared;
  return (
    <fieldset className={styles.picker} data-no-print>
      <legend>{t("benchmarks.title")}</legend>
      <p className={styles.hint}>{t("benchmarks.hint")}</p>
      {benchmarks.length === 0 && <p>{t("benchmarks.none")}</p>}
      {benchmarks.map((benchmark) => {
        const isPicked = picked.includes(benchmark.id);
        return (
          <Checkbox
            key={benchmark.id}
            label={benchmark.name[language]}
            description={describe(benchmark)}
            checked={isPicked}
            disabled={isFull && !isPicked}
            onChange={() => {
              const rest = picked.filter((id) => id !== benchmark.id);
              const next = isPicked ? rest : [...picked, benchmark.id];
              onPick(next.length > 0 ? next : undefined);
            }}
          />
        );
      })}
      <p className={styles.hint} aria-live="polite">
        {isFull && benchmarks.length > mostCompared && t("benchmarks.most")}
      </p>
      <div>
        <Button variant="default" size="sm" onClick={() => onPick(undefined)}>
          {t("benchmarks.close")}
        </Button>
      </div>
    </fieldset>
  );
}
