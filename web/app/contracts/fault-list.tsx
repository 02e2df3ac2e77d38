/** Why a text cannot become a contract, by line. */
import type { TextFault } from "@portico/api/contracts/shapes.ts";
import { Notice } from "../ui/notice.tsx";
import type { Translate } from "../ui/text.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./contract.module.css";

export const faultText = (t: Translate, { code, what }: Pick<TextFault, "code" | "what">): string =>
  t(`contracts.fault.${code}`, { what });

interface FaultListProps {
  faults: readonly TextFault[];
  title: string;
  /** Lines mean something to whoever can see the text. */
  withLines?: boolean;
}

export function FaultList({ faults, title, withLines = false }: FaultListProps) {
  const t = useText();
  return (
    <Notice tone="failed" title={title}>
      <ul className={styles.faults}>
        {faults.map((fault) => (
          <li key={`${fault.line} ${fault.code} ${fault.what}`}>
            {withLines && fault.line !== null && `${t("contracts.fault.line", { line: fault.line })}: `}
            {faultText(t, fault)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
