/** The firm's legal line, terms and privacy notice, where contracts are verified, and the contact. */
import { contentPath } from "@portico/api/rules/content.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { WhenIdle } from "../../ui/when-idle.tsx";
import { inLanguage, LocaleLink } from "../navigation/locale-link.tsx";
import { DocumentLink } from "../public/document-link.tsx";
import { useSession } from "../session/session.ts";
import { useBrand, useRootData } from "./brand.ts";
import styles from "./footer.module.css";

/** Of nobody before the sign-in. */
const AskLink = loadedPart(() => import("../navigation/ask-about-page-link.tsx"));

export function Footer({ note }: { note?: string | undefined }) {
  const t = useText();
  const language = useLanguage();
  const { publicPages } = useRootData();
  const { name, supportEmail, legalFooter } = useBrand();
  return (
    <footer className={styles.footer} data-no-print>
      <p className={styles.legal}>{legalFooter[language] || name}</p>
      {note && <p>{note}</p>}
      {useSession() && (
        <WhenIdle>
          <AskLink />
        </WhenIdle>
      )}
      <DocumentLink name="terms">{t("shell.learnMore.terms")}</DocumentLink>
      <DocumentLink name="privacy">{t("shell.learnMore.privacy")}</DocumentLink>
      {publicPages.includes("legal") && (
        <a href={inLanguage(language, contentPath("legal"))}>{t("shell.learnMore.legal")}</a>
      )}
      <LocaleLink to="/verify-contract">{t("shell.footer.verify")}</LocaleLink>
      <p>
        {t("shell.footer.support")} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </footer>
  );
}
