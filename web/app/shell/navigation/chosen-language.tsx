/**
 * A language that the person chose, also before signing in: saved as theirs, so that mails, their links and the page after
 * the next sign-in are in it. Another language is another document, so the choice goes along in the tab.
 */
import { useEffect } from "react";
import { type Language, useLanguage } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { changeProfile, useSession } from "../session/session.ts";
import { useViewAs } from "../session/view-as.ts";
import { chosenLanguageKey as key } from "./language-choice-script.ts";

/** The language in which the person goes on after signing in: the one chosen on this tab's pages, or else their own. */
export const languageAfterSignIn = (preferred: Language | undefined): Language | undefined =>
  sessionStorage.getItem(key) === null ? preferred : undefined;

/** Saves the choice once somebody is signed in; after a failure, with the next page. Not in view-as. */
export function SaveChosenLanguage() {
  const api = useApi();
  const language = useLanguage();
  const profile = useSession()?.profile;
  const isViewing = useViewAs() !== null;
  const id = profile?.id;
  useEffect(() => {
    if (!profile || isViewing || sessionStorage.getItem(key) !== language) return;
    const done = () => sessionStorage.removeItem(key);
    if (profile.preferences.language === language) return done();
    const newPrefs = { ...profile.preferences, language };
    api.users.setPreferences({ params: { id: profile.id }, body: { newPrefs } }).then(
      () => {
        changeProfile({ preferences: newPrefs });
        done();
      },
      () => undefined,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each person and language
  }, [api, id, language, isViewing]);
  return null;
}
