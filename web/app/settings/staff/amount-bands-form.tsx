/** The amount bands of the forms, by their limits, and the limits from which more is asked. */
import { bandLists } from "@portico/api/forms/settled.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NumberInput } from "../../ui/fields.tsx";
import { formatDecimal } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import { bandFaults, type TypedBands } from "./setting-faults.ts";
import { SettingVersions, useVersions } from "./setting-versions.tsx";
import styles from "./settings.module.css";
import { useSettingForm } from "./use-setting-form.ts";

const thresholds = ["fundsProofFrom", "wealthSourceFrom"] as const;

export function AmountBandsForm({ saved, canChange }: { saved: Saved<"amountBands">; canChange: boolean }) {
  const t = useText();
  const language = useLanguage();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<
    "amountBands",
    ReturnType<typeof bandFaults>,
    TypedBands
  >("amountBands", saved, bandFaults);
  const versions = useVersions("amountBands", saved.updated_at);
  const figure = (path: string) => ({
    size: "sm" as const,
    min: 1,
    max: 1_000_000_000,
    clampBehavior: "none" as const,
    allowDecimal: false,
    thousandSeparator: "\u00a0",
    suffix: "\u00a0EUR",
    readOnly: !canChange,
    error: faults[path] ? t("admin.settings.fault.limit") : refused(path),
  });
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {bandLists.map((list) => (
        <fieldset key={list} className={styles.document}>
          <legend>{t(`admin.settings.bands.${list}`)}</legend>
          <div className={styles.limits}>
            {typed.limits[list].map((limit, place) => (
              <NumberInput
                // biome-ignore lint/suspicious/noArrayIndexKey: a limit is its place.
                key={place}
                {...figure(`limits.${list}.${place}`)}
                label={t("admin.settings.bandLimit", { number: String(place + 1) })}
                value={limit}
                onChange={(value) =>
                  set({ limits: { ...typed.limits, [list]: typed.limits[list].with(place, value) } })
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      {thresholds.map((name) => (
        <NumberInput
          key={name}
          {...figure(name)}
          label={t(`admin.settings.${name}`)}
          value={typed[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <SettingVersions versions={versions}>
        {({ data }) => {
          const bands = data as SettingValue<"amountBands">;
          return (
            <ul className={styles.versionText}>
              {bandLists.map((list) => (
                <li key={list}>
                  {t(`admin.settings.bands.${list}`)}:{" "}
                  {bands.limits[list].map((limit) => formatDecimal(language, limit, 0)).join(" · ")}
                </li>
              ))}
              {thresholds.map((name) => (
                <li key={name}>
                  {t(`admin.settings.${name}`)} {formatDecimal(language, bands[name], 0)} EUR
                </li>
              ))}
            </ul>
          );
        }}
      </SettingVersions>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}
