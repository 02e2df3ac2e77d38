/** Asks whether texts are meant to change in some languages and stay in others, and says in which. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { partlyChanged } from "./partly-changed.ts";
import type { Questions } from "./use-setting-form.ts";

/** `labelOf` names a text by its path within the setting. */
export function useAskAboutLanguages<N extends SettingName>(labelOf: (path: string) => string): Questions<N> {
  const t = useText();
  return (before, after) => {
    const texts = partlyChanged(before, after);
    if (texts.length === 0) return undefined;
    return {
      title: t("admin.diff.partTitle"),
      text: t("admin.diff.partText"),
      more: texts.map((text) => (
        <Notice key={text.path} tone="attention" title={labelOf(text.path)}>
          <p>
            {t("admin.diff.unchanged", {
              languages: languages
                .filter((language) => text.before[language] === text.after[language])
                .map((language) => t(`shell.language.${language}`))
                .join(", "),
            })}
          </p>
        </Notice>
      )),
    };
  };
}
