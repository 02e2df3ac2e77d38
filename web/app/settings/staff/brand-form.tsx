/** The firm's brand: name, logo, accents, support address, legal line. */

import { isColour, nearestReadable } from "@portico/api/rules/brand-colours.ts";
import { languages } from "@portico/messages/catalogue.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { useText } from "../../ui/text.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import { LogoField } from "./logo-field.tsx";
import { SaveBar } from "./save-bar.tsx";
import { type BrandField, brandFaults } from "./setting-faults.ts";
import styles from "./settings.module.css";
import { useAskAboutAddresses } from "./use-ask-about-addresses.ts";
import { useAskAboutLanguages } from "./use-ask-about-languages.tsx";
import { useSettingForm } from "./use-setting-form.ts";

/** Path of each field in the setting. */
const brandPaths: Record<BrandField, string> = {
  name: "name",
  accentLight: "accent.light",
  accentDark: "accent.dark",
  supportEmail: "supportEmail",
};

export function BrandForm({ saved, canChange }: { saved: Saved<"brand">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm(
    "brand",
    saved,
    brandFaults,
    undefined,
    useAskAboutAddresses(
      ({ supportEmail }) => [supportEmail],
      useAskAboutLanguages(() => t("admin.settings.legalFooter")),
    ),
  );
  const errorOf = (field: BrandField) => {
    const fault = faults[field];
    return fault ? t(`admin.settings.fault.${fault}`) : refused(brandPaths[field]);
  };

  return (
    <div className={styles.with}>
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        <LimitedInput
          label={t("admin.settings.firmName")}
          limit={60}
          readOnly={!canChange}
          value={typed.name}
          error={errorOf("name")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <LogoField
          logo={typed.logo}
          firm={typed.name}
          readOnly={!canChange}
          error={refused("logo")}
          onChange={(logo) => set({ logo })}
        />
        <div className={styles.pair}>
          <ColourField
            label={t("admin.settings.accentLight")}
            value={typed.accent.light}
            readOnly={!canChange}
            error={errorOf("accentLight")}
            offered={faults.accentLight === "contrast" ? nearestReadable(typed.accent.light, "light") : undefined}
            onChange={(light) => set({ accent: { ...typed.accent, light } })}
          />
          <ColourField
            label={t("admin.settings.accentDark")}
            value={typed.accent.dark}
            readOnly={!canChange}
            error={errorOf("accentDark")}
            offered={faults.accentDark === "contrast" ? nearestReadable(typed.accent.dark, "dark") : undefined}
            onChange={(dark) => set({ accent: { ...typed.accent, dark } })}
          />
        </div>
        <TextInput
          type="email"
          label={t("admin.settings.supportEmail")}
          readOnly={!canChange}
          value={typed.supportEmail}
          error={errorOf("supportEmail")}
          onChange={(event) => set({ supportEmail: event.currentTarget.value })}
        />
        {languages.map((language) => (
          <LimitedTextarea
            key={language}
            autosize
            minRows={2}
            maxRows={6}
            limit={600}
            lang={language}
            label={`${t("admin.settings.legalFooter")}, ${t(`shell.language.${language}`)}`}
            readOnly={!canChange}
            value={typed.legalFooter[language]}
            error={refused(`legalFooter.${language}`)}
            onChange={(event) => set({ legalFooter: { ...typed.legalFooter, [language]: event.currentTarget.value } })}
          />
        ))}
        <SaveBar {...bar} isChanged={bar.isChanged && canChange} />
      </form>
      <BrandPreview brand={typed} />
    </div>
  );
}

interface ColourFieldProps {
  label: string;
  value: string;
  readOnly: boolean;
  error: string | undefined;
  /** Instead of a colour that cannot be read. */
  offered: string | undefined;
  onChange: (value: string) => void;
}

/** Typed as #RRGGBB, or picked. */
function ColourField({ label, value, readOnly, error, offered, onChange }: ColourFieldProps) {
  const t = useText();
  return (
    <div className={styles.colour}>
      <LimitedInput
        label={label}
        limit={7}
        spellCheck={false}
        readOnly={readOnly}
        value={value}
        error={error}
        rightSectionWidth="2.75rem"
        rightSection={
          !readOnly && (
            <input
              type="color"
              aria-label={label}
              value={isColour(value) ? value : "#000000"}
              onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
            />
          )
        }
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      {offered !== undefined && !readOnly && (
        <Button
          size="sm"
          variant="default"
          leftSection={<span className={styles.swatch} style={{ background: offered }} />}
          onClick={() => onChange(offered)}
        >
          {t("admin.settings.takeColour", { colour: offered })}
        </Button>
      )}
    </div>
  );
}
