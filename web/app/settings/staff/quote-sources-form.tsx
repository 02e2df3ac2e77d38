/** Sources of prices and rates that the portal asks by itself. */
import { timeForm } from "@portico/api/rules/pickups.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Switch, TextInput } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

type Sources = SettingValue<"quoteSources">;
type Source = Sources["ecb"];
const names = ["ecb", "prices"] as const;
const noSource: Source = { isOn: false, automatic: false, url: "", expectedBy: null };

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text);

function faultsOf(sources: Sources): Record<string, true> {
  const faults: Record<string, true> = {};
  for (const name of names) {
    const source = sources[name];
    if (!source) continue;
    if (!isAddress(source.url)) faults[`${name}.url`] = true;
    if (source.expectedBy !== null && !timeForm.test(source.expectedBy)) faults[`${name}.expectedBy`] = true;
  }
  return faults;
}

export function QuoteSourcesForm({ saved, canChange }: { saved: Saved<"quoteSources">; canChange: boolean }) {
  const t = useText();
  const ask = useAskToWeaken("quoteSources");
  const { typed, set, faults, refused, submit, bar } = useSettingForm("quoteSources", saved, faultsOf, undefined, ask);
  const errorOf = (path: string): string | undefined =>
    refused(path) ?? ((faults as Record<string, true>)[path] ? t("admin.pickups.fault") : undefined);
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {names.map((name) => (
        <SourceFields
          key={name}
          name={name}
          source={typed[name]}
          canChange={canChange}
          errorOf={(field) => errorOf(`${name}.${field}`)}
          change={(source) => set({ [name]: source })}
        />
      ))}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}

interface FieldsProps {
  name: (typeof names)[number];
  /** Null: there is no such source. */
  source: Source | null;
  canChange: boolean;
  errorOf: (field: keyof Source) => string | undefined;
  change: (source: Source | null) => void;
}

function SourceFields({ name, source, canChange, errorOf, change }: FieldsProps) {
  const t = useText();
  const shown = source ?? noSource;
  const set = (part: Partial<Source>) => {
    const next = { ...shown, ...part };
    // A source without an address is none; that of the ECB has one from the beginning.
    change(name === "prices" && next.url === "" && !next.isOn ? null : next);
  };
  return (
    <fieldset className={styles.document}>
      <legend>{t(`admin.pickups.source.${name}`)}</legend>
      <Switch
        size="md"
        label={t(name === "ecb" ? "admin.pickups.ecbOn" : "admin.pickups.pricesOn")}
        readOnly={!canChange}
        checked={shown.isOn}
        onChange={(event) => set({ isOn: event.currentTarget.checked })}
      />
      <TextInput
        size="sm"
        type="url"
        label={t("admin.pickups.url")}
        readOnly={!canChange}
        value={shown.url}
        error={errorOf("url")}
        onChange={(event) => set({ url: event.currentTarget.value.trim() })}
      />
      <Switch
        size="md"
        label={t("admin.pickups.automaticOn")}
        readOnly={!canChange}
        checked={shown.automatic}
        onChange={(event) => set({ automatic: event.currentTarget.checked })}
      />
      <TextInput
        size="sm"
        label={t("admin.pickups.expectedBy")}
        description={t("admin.pickups.expectedByHint")}
        readOnly={!canChange}
        value={shown.expectedBy ?? ""}
        error={errorOf("expectedBy")}
        onChange={(event) => set({ expectedBy: event.currentTarget.value.trim() || null })}
      />
    </fieldset>
  );
}
