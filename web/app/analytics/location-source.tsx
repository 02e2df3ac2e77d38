/** Where the country of an IP address comes from; the data's licence (CC BY 4.0) demands the link on pages that show it. */
import { useText } from "../ui/text.tsx";
import styles from "./analytics.module.css";

export function LocationSource() {
  const t = useText();
  return (
    <p className={styles.source}>
      <a href="https://db-ip.com" target="_blank" rel="noopener noreferrer">
        {t("suspicion.locationSource")}
      </a>
    </p>
  );
}
