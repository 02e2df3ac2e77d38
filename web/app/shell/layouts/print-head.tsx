/** Only in print: whose page it is and when it was printed. On screen the top bar shows this. */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatMoment } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { usePageHolder } from "../session/page-holder.ts";
import { useBrand } from "./brand.ts";
import styles from "./print-head.module.css";

const cssText = (text: string): string => `"${text.replace(/["\\\n]/g, "\\$&")}"`;

/** Below each printed page, beside its number (ui/base.css): whose it is. Browsers without margin boxes print the head alone. */
function usePageFoot(whose: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { @bottom-left { color: #444444; content: ${cssText(whose)}; font-size: 8pt; } }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [whose]);
}

export function PrintHead() {
  const t = useText();
  const language = useLanguage();
  const { name, supportEmail } = useBrand();
  const pageHolder = usePageHolder();
  const number = pageHolder?.clientNumber;
  usePageFoot(
    [name, pageHolder?.name, number && t("shell.account.clientNumber", { number })].filter(Boolean).join(" · "),
  );
  const [printedAt, setPrintedAt] = useState<string>();
  useEffect(() => {
    const now = () => flushSync(() => setPrintedAt(new Date().toISOString()));
    addEventListener("beforeprint", now);
    return () => removeEventListener("beforeprint", now);
  }, []);
  return (
    <div className={styles.head}>
      <div>
        <p className={styles.firm}>{name}</p>
        <p>{supportEmail}</p>
      </div>
      <div className={styles.whose}>
        {pageHolder && <p className={styles.holder}>{pageHolder.name}</p>}
        {number && <p>{t("shell.account.clientNumber", { number })}</p>}
        {printedAt && <p>{t("shell.print.at", { time: formatMoment(language, printedAt) })}</p>}
      </div>
    </div>
  );
}
