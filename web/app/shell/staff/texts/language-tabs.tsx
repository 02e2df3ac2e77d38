/** Chooses the language of a text that exists in all three; a mark says where it is not complete. */
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { SectionPicker } from "../../../ui/section-picker.tsx";
import { useText } from "../../../ui/text.tsx";

interface LanguageTabsProps {
  current: Language;
  /** Languages without a complete text. */
  missing: readonly Language[];
  onPick: (language: Language) => void;
  label?: string;
}

export function LanguageTabs({ current, missing, onPick, label }: LanguageTabsProps) {
  const t = useText();
  return (
    <SectionPicker
      label={label ?? t("admin.editor.language")}
      current={current}
      sections={languages.map((id) => ({
        id,
        label: t(`shell.language.${id}`),
        ...(missing.includes(id) && { mark: t("admin.editor.missing") }),
      }))}
      onPick={(language) => onPick(language as Language)}
    />
  );
}
