/** Why a text cannot become a contract, by line. */
import type { TextFault } from "@portico/api/contracts/shapes.ts";
import { Notice } from "../ui/notice.tsx";
import { type Language, type Translate, useLanguage, useText } from "../ui/text.tsx";
import styles from "./contract.module.css";

export const faultText = (
  t: Translate,
  language: Language,
  { code, what, label }: Pick<TextFault, "code" | "what" | "label">,
): string => t(`contracts.fault.${code}`, { what: label?.[language] ?? what });

interface FaultListProps {
  faults: readonly TextFault[];
  title: string;
  /** Lines mean something to whoever can see the text. */
  withLines?: boolean;
}

export function FaultList({ faults, title, withLines = false }: FaultListProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <Notice tone="failed" title={title}>
      <ul className={styles.faults}>
        {faults.map((fault) => (
          <li key={`${fault.line} ${fault.code} ${fault.what}`}>
            {withLines && fault.line !== null && `${t("contracts.fault.line", { line: fault.line })}: `}
            {faultText(t, language, fault)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
