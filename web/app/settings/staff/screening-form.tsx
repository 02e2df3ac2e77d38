/** Against what clients are screened, and from which score somebody is a candidate. */
import { thresholdLimits } from "@portico/api/rules/screening.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NativeSelect, NumberInput, Switch } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useSettingForm } from "./use-setting-form.ts";

type Typed = Omit<SettingValue<"screening">, "threshold"> & { threshold: number | string };
const { least, most } = thresholdLimits;
const noService = { url: "", dataset: "" };
/** Longest address and name of a dataset. */
const longest = { url: 500, dataset: 100 };

const faultsOf = ({ threshold }: Typed): { threshold?: true } =>
  typeof threshold === "number" && threshold >= least && threshold <= most ? {} : { threshold: true };

export function ScreeningForm({ saved, canChange }: { saved: Saved<"screening">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<"screening", { threshold?: true }, Typed>(
    "screening",
    saved,
    faultsOf,
  );
  const service = typed.service ?? noService;
  const setService = (part: Partial<typeof service>) => {
    const next = { ...service, ...part };
    set({ service: next.url === "" && next.dataset === "" ? null : next });
  };
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <NativeSelect
        size="sm"
        label={t("admin.screening.setting.source")}
        readOnly={!canChange}
        value={typed.source}
        data={(["file", "service"] as const).map((value) => ({
          value,
          label: t(`admin.screening.setting.source.${value}`),
        }))}
        onChange={(event) => set({ source: event.currentTarget.value === "service" ? "service" : "file" })}
      />
      {typed.source === "service" && (
        <div className={styles.pair}>
          <LimitedInput
            label={t("admin.screening.setting.url")}
            limit={longest.url}
            readOnly={!canChange}
            value={service.url}
            error={refused("service.url") ?? refused("service")}
            onChange={(event) => setService({ url: event.currentTarget.value })}
          />
          <LimitedInput
            label={t("admin.screening.setting.dataset")}
            limit={longest.dataset}
            readOnly={!canChange}
            value={service.dataset}
            error={refused("service.dataset")}
            onChange={(event) => setService({ dataset: event.currentTarget.value })}
          />
        </div>
      )}
      <NumberInput
        size="sm"
        label={t("admin.screening.setting.threshold")}
        description={t("admin.screening.setting.thresholdHint")}
        min={least}
        max={most}
        step={0.01}
        decimalScale={2}
        clampBehavior="none"
        readOnly={!canChange}
        value={typed.threshold}
        error={faults.threshold ? t("admin.settings.fault.number", { min: least, max: most }) : refused("threshold")}
        onChange={(threshold) => set({ threshold })}
      />
      <Switch
        size="md"
        label={t("admin.screening.setting.keep")}
        description={t("admin.screening.setting.keepHint")}
        readOnly={!canChange}
        checked={typed.keepDecisions}
        onChange={(event) => set({ keepDecisions: event.currentTarget.checked })}
      />
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
