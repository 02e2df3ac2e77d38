/** The person's language and display preferences; each choice is saved at once. */
import { NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import { portfolioRanges } from "@portico/api/rules/portfolio-ranges.ts";
import { themes } from "@portico/api/rules/themes.ts";
import type { Preferences } from "@portico/api/users.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { useId } from "react";
import { useNavigate } from "react-router";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useTry } from "../shell/calls/use-change.ts";
import { rememberLanguage } from "../shell/navigation/language-cookie.ts";
import { useTheme } from "../shell/navigation/theme-choice.tsx";
import { changeProfile, currentSession, useProfile } from "../shell/session/session.ts";
import { SaveState } from "../ui/save-state.tsx";
import { Section } from "../ui/section.tsx";
import { type Language, useLanguage, useText } from "../ui/text.tsx";
import styles from "./profile.module.css";

/** Saves one preference, keeping the others as they are at that time. */
function useSavePreferences() {
  const api = useApi();
  return useTry({
    mutationFn: async (change: Partial<Preferences>) => {
      const profile = currentSession()?.profile;
      if (!profile) return;
      const newPrefs = { ...profile.preferences, ...change };
      changeProfile({ preferences: newPrefs });
      try {
        await api.users.setPreferences({ params: { id: profile.id }, body: { newPrefs } });
      } catch (error) {
        changeProfile({ preferences: profile.preferences });
        throw error;
      }
    },
  });
}

export function PreferencesSection() {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { preferences } = useProfile();
  const [theme, chooseTheme] = useTheme();
  const save = useSavePreferences();
  const themeLabel = useId();

  function chooseLanguage(chosen: Language) {
    rememberLanguage(chosen);
    save.mutate({ language: chosen }, { onSuccess: () => void navigate(`/${chosen}/profile`) });
  }

  return (
    <Section
      title={t("users.preferences.title")}
      hint={t("users.preferences.hint")}
      actions={<SaveState state={save.status} error={save.error ? errorText(t, save.error) : undefined} />}
    >
      <div className={styles.form}>
        <NativeSelect
          label={t("users.preferences.language")}
          value={preferences.language ?? language}
          data={languages.map((value) => ({ value, label: t(`shell.language.${value}`) }))}
          onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
        />
        <div>
          <p id={themeLabel} className="mantine-InputWrapper-label">
            {t("users.preferences.theme")}
          </p>
          <SegmentedControl
            fullWidth
            size="md"
            aria-labelledby={themeLabel}
            value={theme}
            onChange={(value) => chooseTheme(value)}
            data={themes.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
          />
        </div>
        <NativeSelect
          label={t("users.preferences.range")}
          value={preferences.portfolioRange ?? "1Y"}
          data={portfolioRanges.map((value) => ({ value, label: t(`users.preferences.range${value}`) }))}
          onChange={(event) =>
            save.mutate({ portfolioRange: event.currentTarget.value as NonNullable<Preferences["portfolioRange"]> })
          }
        />
        <Switch
          size="md"
          label={t("users.preferences.mail")}
          description={t("users.preferences.mailHint")}
          checked={preferences.mailOnPortfolioChange ?? false}
          onChange={(event) => save.mutate({ mailOnPortfolioChange: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}
