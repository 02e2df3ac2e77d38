/** Why a sign-in is suspicious, as badges. */
import type { Suspicion } from "@portico/api/rules/sign-ins.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./analytics.module.css";

export function Suspicions({ reasons }: { reasons: readonly Suspicion[] }) {
  const t = useText();
  return (
    <span className={styles.reasons}>
      {reasons.map((reason) => (
        <StatusBadge key={reason} status={reason} colour={reason === "newCountry" ? "orange" : "red"}>
          {t(`suspicion.${reason}`)}
        </StatusBadge>
      ))}
    </span>
  );
}
