/** What is to be mended in the firm's data: how much by check, and the list of the chosen one. */
import { type DataCheck, dataChecks, paperDays } from "@portico/api/rules/data-checks.ts";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { BelowZeroList } from "./below-zero-list.tsx";
import styles from "./data-quality.module.css";
import { InstrumentList } from "./instrument-list.tsx";
import { RateList, TextList, UnnumberedList } from "./other-lists.tsx";

/** Checks whose lists are pages of their own. */
const elsewhere: Partial<Record<DataCheck, string>> = {
  accounts: "/admin/custodians",
  papers: `/admin/compliance/expiring?days=${paperDays}`,
};
const listOf = (check: DataCheck): string => elsewhere[check] ?? `/admin/data-quality?list=${check}`;

export default function DataQualityPage() {
  const t = useText();
  const [params] = useSearchParams();
  const query = useCall(useApi().dataQuality.count);
  const chosen = dataChecks.find((check) => check === params.get("list") && !(check in elsewhere));
  return (
    <>
      <PageTitle>{t("admin.dataQuality.title")}</PageTitle>
      <PageHead title={t("admin.dataQuality.title")}>{t("admin.dataQuality.lead")}</PageHead>
      {query.data ? <Checks checks={query.data.checks} chosen={chosen} /> : <PendingQuery query={query} />}
      {chosen && <List key={chosen} check={chosen} />}
    </>
  );
}

interface ChecksProps {
  checks: readonly { check: DataCheck; count: number }[];
  chosen: DataCheck | undefined;
}

function Checks({ checks, chosen }: ChecksProps) {
  const t = useText();
  const wrong = checks.filter(({ count }) => count > 0);
  const fine = checks.filter(({ count }) => count === 0);
  return (
    <>
      {wrong.length === 0 && <Empty icon="check" title={t("admin.dataQuality.nothing")} />}
      <ul className={styles.checks} aria-label={t("admin.dataQuality.title")}>
        {wrong.map(({ check, count }) => (
          <li key={check}>
            <LocaleLink
              to={listOf(check)}
              className={styles.check}
              aria-current={check === chosen ? "true" : undefined}
              preventScrollReset={!(check in elsewhere)}
            >
              <strong>{count}</strong>
              <span>{t(`admin.dataQuality.${check}`)}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
      {fine.length > 0 && (
        <p className={styles.fine}>
          {t("admin.dataQuality.fine")} {fine.map(({ check }) => t(`admin.dataQuality.${check}`)).join(" · ")}
        </p>
      )}
    </>
  );
}

function List({ check }: { check: DataCheck }): ReactNode {
  switch (check) {
    case "prices":
    case "isins":
    case "facts":
      return <InstrumentList check={check} />;
    case "cash":
    case "units":
      return <BelowZeroList check={check} />;
    case "rates":
      return <RateList />;
    case "numbers":
      return <UnnumberedList />;
    case "texts":
      return <TextList />;
    case "accounts":
    case "papers":
      return null;
  }
}
