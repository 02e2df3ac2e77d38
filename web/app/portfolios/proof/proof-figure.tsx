/** A figure as a button that opens its proof; its name is the figure, its description what it opens. */
import type { ReactNode } from "react";
import { useText } from "../../ui/text.tsx";
import { type ProofRequest, useOpenDetail } from "../detail.ts";
import styles from "./proof.module.css";

export function ProofFigure({
  children,
  within,
  rowKey,
  ...proof
}: Omit<ProofRequest, "key"> & {
  children: ReactNode;
  /** The row of the figure; without it, the total. */
  rowKey?: string | undefined;
  /** Row key of the drawer that stays open behind the proof. */
  within?: string | undefined;
}) {
  const t = useText();
  const open = useOpenDetail();
  const hint = t("portfolios.proof.open", { figure: t(`portfolios.figure.${proof.figure}`) });
  return (
    <button
      type="button"
      className={styles.figure}
      title={hint}
      onClick={() => open({ proof: { ...proof, key: rowKey }, row: within })}
    >
      {children}
    </button>
  );
}
