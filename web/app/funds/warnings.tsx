/** What must stand beside figures of the past, in the size of the text that it concerns. */
import { formatDay } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./funds.module.css";

interface PastWarningsProps {
  /** In which the figures are. */
  currencies: readonly string[];
  /** Until this day it was not offered: the figures before it are calculated, with the weights that it began with. */
  simulatedUntil?: string | undefined;
  /** Made up for a demonstration. */
  demo?: boolean;
}

export function PastWarnings({ currencies, simulatedUntil, demo }: PastWarningsProps) {
  const t = useText();
  const language = useLanguage();
  const list = new Intl.ListFormat(language);
  return (
    <>
      {demo && <p className={styles.warning}>{t("funds.warning.demo")}</p>}
      {simulatedUntil && (
        <p className={styles.warning}>{t("funds.warning.simulated", { day: formatDay(language, simulatedUntil) })}</p>
      )}
      <p className={styles.warning}>{t("funds.warning.past")}</p>
      <p className={styles.warning}>{t("funds.warning.currency", { currency: list.format(currencies) })}</p>
    </>
  );
}
