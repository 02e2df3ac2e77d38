/** The way between the public pages, and from them to an account. */
import { type ContentPage, contentPath } from "@portico/api/rules/content.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useRootData } from "../layouts/brand.ts";
import styles from "../layouts/learn-more-layout.module.css";
import { inLanguage, useLocalPath } from "../navigation/locale-link.tsx";

/** Terms, privacy notice and legal notice are in the footer. */
const shown = ["fees", "target", "treasury", "faq"] as const satisfies ContentPage[];

export function PublicNavigation() {
  const t = useText();
  const language = useLanguage();
  const path = useLocalPath();
  const { publicPages } = useRootData();
  // The offer is there whether or not it has an introduction.
  const pages = shown.filter((page) => page === "target" || publicPages.includes(page));
  return (
    <nav className={styles.pages} aria-label={t("shell.learnMore.pages")}>
      {pages.map((page) => (
        <a
          key={page}
          href={inLanguage(language, contentPath(page))}
          aria-current={path === contentPath(page) ? "page" : undefined}
        >
          {t(`shell.learnMore.${page}`)}
        </a>
      ))}
      <a href={inLanguage(language, "/login")}>{t("shell.learnMore.signIn")}</a>
      <a href={inLanguage(language, "/register")} className={styles.register}>
        {t("shell.learnMore.register")}
      </a>
    </nav>
  );
}
