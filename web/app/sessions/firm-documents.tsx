/** Where whoever opens an account reads the firm's terms and privacy notice. */
import { DocumentLink, useDocumentAddress } from "../shell/public/document-link.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./sessions.module.css";

/** Nothing, while the firm has published neither. */
export function FirmDocuments() {
  const t = useText();
  const isAny = [useDocumentAddress("terms"), useDocumentAddress("privacy")].some((address) => address !== null);
  if (!isAny) return null;
  return (
    <p className={styles.foot}>
      {t("sessions.register.documents")} <DocumentLink name="terms">{t("shell.learnMore.terms")}</DocumentLink>{" "}
      <DocumentLink name="privacy">{t("shell.learnMore.privacy")}</DocumentLink>
    </p>
  );
}
