/** What is around a public page: a header, the text, the footer. */
import type { ReactNode } from "react";
import { LanguageSwitch } from "../navigation/language-switch.tsx";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { ThemeChoice } from "../navigation/theme-choice.tsx";
import { useIsReadable } from "../public/plain-page.ts";
import { PlainThemeChoice } from "../public/plain-theme-choice.tsx";
import { PublicNavigation } from "../public/public-navigation.tsx";
import { AwaitedPage } from "./awaited-page.tsx";
import { Footer } from "./footer.tsx";
import styles from "./learn-more-layout.module.css";
import { Wordmark } from "./wordmark.tsx";

export function ReadingFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <header className={styles.bar}>
        <LocaleLink to="/" className={styles.brand}>
          <Wordmark />
        </LocaleLink>
        <PublicNavigation />
        <div className={styles.tools}>
          <LanguageSwitch />
          {useIsReadable() ? <PlainThemeChoice /> : <ThemeChoice />}
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <AwaitedPage />
        {children}
      </main>
      <Footer />
    </div>
  );
}
