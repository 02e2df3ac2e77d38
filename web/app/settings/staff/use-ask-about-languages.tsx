/** Asks whether texts are meant to change in some languages and stay in others, and shows which. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { VersionDiff } from "../../shell/staff/texts/version-diff.tsx";
import { useText } from "../../ui/text.tsx";
import { partlyChanged } from "./partly-changed.ts";
import type { Questions } from "./use-setting-form.ts";

/** `labelOf` names a text by its path within the setting. */
export function useAskAboutLanguages<N extends SettingName>(labelOf: (path: string) => string): Questions<N> {
  const t = useText();
  return (before, after) => {
    const texts = partlyChanged(before, after);
    if (texts.length === 0) return undefined;
    return (send) =>
      openConfirmation({
        title: t("admin.diff.partTitle"),
        text: t("admin.diff.partText"),
        wide: true,
        html: texts.map((text) => (
          <section key={text.path}>
            <h3>{labelOf(text.path)}</h3>
            <VersionDiff
              parts={languages.map((language) => ({
                id: language,
                label: t(`shell.language.${language}`),
                language,
                before: text.before[language],
                after: text.after[language],
              }))}
            />
          </section>
        )),
        confirmLabel: t("admin.settings.save"),
        action: async () => {
          await send();
        },
      });
  };
}
