/** The visitor's pages: signing in and registering. */
import { languages } from "@portico/messages/catalogue.ts";
import { Outlet } from "react-router";
import { useText } from "../../ui/text.tsx";
import { LanguageSwitch } from "../navigation/language-switch.tsx";
import { inLanguage, LocaleLink, useLocalPath } from "../navigation/locale-link.tsx";
import { ThemeChoice } from "../navigation/theme-choice.tsx";
import { AwaitedPage } from "./awaited-page.tsx";
import { useBrand, useRootData } from "./brand.ts";
import { Footer } from "./footer.tsx";
import styles from "./landing-layout.module.css";
import { Mark, Wordmark } from "./wordmark.tsx";

export default function LandingLayout() {
  const t = useText();
  const path = useLocalPath();
  const { origin } = useRootData();
  return (
    <div className={styles.layout}>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={origin + inLanguage(language, path)} />
      ))}
      <aside className={styles.claim} aria-hidden="true">
        <Colonnade />
        {useBrand().logo === null ? <Mark size={56} /> : <span />}
        <div>
          <p className={styles.headline}>{t("shell.landing.claim")}</p>
          <p className={styles.explain}>{t("shell.landing.explain")}</p>
        </div>
      </aside>
      <div className={styles.side}>
        <header className={styles.bar}>
          <LocaleLink to="/login" className={styles.brand}>
            <Wordmark />
          </LocaleLink>
          <div className={styles.tools}>
            <LanguageSwitch />
            <ThemeChoice />
          </div>
        </header>
        <main id="content" tabIndex={-1} className={styles.main}>
          <AwaitedPage />
          <Outlet />
        </main>
        <Footer />
      </div>
    </div>
  );
}

/** Faint columns in perspective: the further away, the closer together. */
function Colonnade() {
  const lines = Array.from({ length: 11 }, (_, column) => 400 - 400 * 0.74 ** column);
  return (
    <svg className={styles.colonnade} viewBox="0 0 400 900" preserveAspectRatio="xMaxYMid slice" focusable="false">
      {lines.map((x, column) => (
        <rect
          key={x}
          x={400 - x - 54 * 0.74 ** column}
          y="0"
          width={54 * 0.74 ** column}
          height="900"
          fill="currentColor"
        />
      ))}
    </svg>
  );
}
