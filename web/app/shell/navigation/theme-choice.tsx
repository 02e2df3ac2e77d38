/** Light, dark, or as the device: in local storage, and in the person's preferences when signed in. */
import { useMantineColorScheme } from "@mantine/core";
import { themes } from "@portico/api/rules/themes.ts";
import type { Preferences } from "@portico/api/users.ts";
import { useCallback } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useApi } from "../calls/api.tsx";
import { changeProfile, currentSession } from "../session/session.ts";
import styles from "./theme-choice.module.css";

export type Theme = NonNullable<Preferences["theme"]>;

export const themeIcons: Record<Theme, IconName> = { light: "sun", dark: "moon", auto: "device" };

/** The choice and how to change it; a choice that does not reach the server still applies in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const api = useApi();
  const choose = useCallback(
    (theme: Theme) => {
      setColorScheme(theme);
      const profile = currentSession()?.profile;
      if (!profile) return;
      const newPrefs = { ...profile.preferences, theme };
      changeProfile({ preferences: newPrefs });
      api.users.setPreferences({ params: { id: profile.id }, body: { newPrefs } }).catch(() => undefined);
    },
    [api, setColorScheme],
  );
  return [colorScheme, choose];
}

/** Three buttons, one pressed, which only the browser knows. */
export function ThemeChoice() {
  const t = useText();
  const [current, choose] = useTheme();
  const isKnown = useHydrated();
  return (
    <fieldset className={styles.choice} aria-label={t("shell.theme.label")}>
      {themes.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-pressed={isKnown && theme === current}
          aria-label={t(`shell.theme.${theme}`)}
          title={t(`shell.theme.${theme}`)}
          onClick={() => choose(theme)}
        >
          <Icon name={themeIcons[theme]} size={18} />
        </button>
      ))}
    </fieldset>
  );
}
