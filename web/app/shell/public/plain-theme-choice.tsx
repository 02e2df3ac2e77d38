/**
 * Light, dark, or as the device, on a page without the application or before it is loaded: `plain-script.ts` shows it and
 * follows it, and has changed it by the time React takes the page over.
 */
import { themes } from "@portico/api/rules/themes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../navigation/theme-choice.module.css";
import { themeIcons } from "../navigation/theme-choice.tsx";

export function PlainThemeChoice() {
  const t = useText();
  return (
    <fieldset
      className={styles.choice}
      aria-label={t("shell.theme.label")}
      data-theme-choices
      hidden
      suppressHydrationWarning
    >
      {themes.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-pressed="false"
          suppressHydrationWarning
          aria-label={t(`shell.theme.${theme}`)}
          title={t(`shell.theme.${theme}`)}
          data-theme-choice={theme}
        >
          <Icon name={themeIcons[theme]} size={18} />
        </button>
      ))}
    </fieldset>
  );
}
