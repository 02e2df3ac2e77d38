/** Warnings about a file that can still be booked. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";

export function Remarks({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const language = useLanguage();
  if (preview.remarks.length === 0) return null;
  return (
    <Notice tone="attention" title={t("admin.imports.remarks")}>
      <ul className={styles.list}>
        {preview.remarks.map(({ code, account, line, currency, amount, detail }) => (
          <li key={`${code} ${account} ${currency} ${line}`}>
            {t(`admin.imports.remark.${code}`, {
              account,
              line: line ?? "",
              detail: detail ?? "",
              amount: formatMoney(language, amount, currency),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
