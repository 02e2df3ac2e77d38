/** The firm's own scale of risk, with words. */
import { riskLevels } from "@portico/api/rules/funds.ts";
import { useText } from "../ui/text.tsx";
import styles from "./funds.module.css";

type Level = (typeof riskLevels)[number];

/** Words of a level; the nearest one for a number that is none. */
export const riskKey = (risk: number) => `funds.risk.${Math.min(7, Math.max(1, Math.round(risk))) as Level}` as const;

export function RiskScale({ risk }: { risk: number }) {
  const t = useText();
  return (
    <p className={styles.risk}>
      <span className={styles.steps} aria-hidden="true">
        {riskLevels.map((level) => (
          <span key={level} data-reached={level <= risk || undefined} />
        ))}
      </span>
      <span>{t("funds.card.risk", { risk, words: t(riskKey(risk)) })}</span>
    </p>
  );
}
