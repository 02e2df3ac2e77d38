/** What is around a public page: a header, the text, the footer. */
import type { ReactNode } from "react";
import { AwaitedPage } from "./awaited-page.tsx";
import { Footer } from "./footer.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import styles from "./learn-more-layout.module.css";
import { LocaleLink } from "./locale-link.tsx";
import { useIsReadable } from "./public/plain-page.ts";
import { PlainThemeChoice } from "./public/plain-theme-choice.tsx";
import { PublicNavigation } from "./public/public-navigation.tsx";
import { ThemeChoice } from "./theme-choice.tsx";
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
