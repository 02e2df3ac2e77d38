/** Documents of funds: by language, with their validity. */
import type { Fund, FundDocument } from "@portico/api/funds.ts";
import type { ReactNode } from "react";
import { Day } from "../ui/dates.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./funds.module.css";

interface FundDocumentsProps {
  documents: readonly FundDocument[];
  /** How a document is opened: a link or a button with this label. */
  renderDocument: (document: FundDocument, label: string) => ReactNode;
}

/** Those in the reader's language first. */
export function FundDocuments({ documents, renderDocument }: FundDocumentsProps) {
  const t = useText();
  const language = useLanguage();
  const names = new Intl.DisplayNames(language, { type: "language" });
  const sorted = documents.toSorted((a, b) => Number(b.language === language) - Number(a.language === language));
  if (sorted.length === 0) return <p className={styles.note}>{t("funds.documents.none")}</p>;
  return (
    <ul className={styles.documents}>
      {sorted.map((document) => (
        <li key={document.id}>
          {renderDocument(document, `${t(`funds.document.${document.kind}`)}, ${names.of(document.language)}`)}
          <small>
            {t("funds.documents.from")} <Day day={document.valid_from} />
            {document.valid_until !== null && (
              <>
                {" "}
                {t("funds.documents.until")} <Day day={document.valid_until} />
              </>
            )}
            {!document.current && <> · {t("funds.documents.outdated")}</>}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** The funds that a definition holds, each with its documents. */
export function DocumentsOfFunds({
  funds,
  renderDocument,
  renderLink,
}: {
  funds: readonly Fund[];
  renderDocument: (fund: Fund, document: FundDocument, label: string) => ReactNode;
  /** The page of a fund, where the reader may see it. */
  renderLink?: (fund: Fund, label: string) => ReactNode;
}) {
  const t = useText();
  return funds.map((fund) => (
    <div key={fund.id} className={styles.fund}>
      <h3>{renderLink ? renderLink(fund, fund.name) : fund.name}</h3>
      <p className={styles.note}>
        {fund.isin} · {fund.manager} ·{" "}
        {fund.sri === null ? t("funds.fund.noSri") : t("funds.fund.sri", { sri: fund.sri })}
      </p>
      <FundDocuments
        documents={fund.documents}
        renderDocument={(document, label) => renderDocument(fund, document, label)}
      />
    </div>
  ));
}
