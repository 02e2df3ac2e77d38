/** The three languages as links to the same page; language-choice-script.ts remembers the one chosen. */
import { languages } from "@portico/messages/catalogue.ts";
import { Link, useLocation } from "react-router";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./language-switch.module.css";
import { inLanguage, withoutLanguage } from "./locale-link.tsx";

export function LanguageSwitch() {
  const t = useText();
  const current = useLanguage();
  const { pathname, search, hash } = useLocation();
  return (
    <nav className={styles.switch} aria-label={t("shell.language.label")}>
      {languages.map((language) => (
        <Link
          key={language}
          to={inLanguage(language, withoutLanguage(pathname)) + search + hash}
          lang={language}
          hrefLang={language}
          data-language-choice
          aria-current={language === current ? "true" : undefined}
          title={t(`shell.language.${language}`)}
          // Not as hidden text: it would load the font of another script.
          aria-label={`${language.toUpperCase()} ${t(`shell.language.${language}`)}`}
        >
          {language.toUpperCase()}
        </Link>
      ))}
    </nav>
  );
}
