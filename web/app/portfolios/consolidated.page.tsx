/** What a person and the companies that they act for own, in one currency: each figure leads to its portfolio. */

import { NativeSelect } from "@mantine/core";
import { currenciesInUse } from "@portico/api/currencies.ts";
import type { Consolidated } from "@portico/api/portfolio-consolidated.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { searchWithAccount } from "../shell/session/account-address.ts";
import { useProfile } from "../shell/session/session.ts";
import { useCurrencyNames } from "../ui/currency-names.ts";
import { Money } from "../ui/figures.tsx";
import { formatDay, formatRate } from "../ui/format.ts";
import { PrintButton } from "../ui/print-button.tsx";
import { PageHead, Section, StatTile, StatTiles } from "../ui/section.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./consolidated.module.css";
import { useBecause } from "./gap-text.ts";
import { refetchMs } from "./portfolio-state.ts";

export default function ConsolidatedPage() {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const nameOf = useCurrencyNames();
  const [address, setAddress] = useSearchParams();
  const asked = address.get("currency") ?? "";
  const chosen = currenciesInUse.includes(asked) ? asked : undefined;
  const { data, error, isFetching, refetch } = useCall(
    api.portfolios.getConsolidated,
    { params: { userId: id }, query: { currency: chosen } },
    { staleTime: refetchMs, refetchInterval: refetchMs },
  );
  return (
    <>
      <PageTitle>{t("portfolios.consolidated.title")}</PageTitle>
      <PageHead title={t("portfolios.consolidated.title")} actions={<PrintButton size="md" />}>
        {t("portfolios.consolidated.lead")}
      </PageHead>
      <NativeSelect
        className={styles.currency}
        size="md"
        label={t("portfolios.consolidated.currency")}
        data={currenciesInUse.map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }))}
        value={chosen ?? data?.currency ?? ""}
        onChange={(event) =>
          setAddress({ currency: event.currentTarget.value }, { replace: true, preventScrollReset: true })
        }
        data-no-print
      />
      {data ? (
        <Figures data={data} />
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </>
  );
}

function Figures({ data }: { data: Consolidated }) {
  const t = useText();
  const language = useLanguage();
  const { currency, total, known, parts, day } = data;
  return (
    <>
      <StatTiles>
        <StatTile
          hero
          label={t(total === null ? "portfolios.consolidated.known" : "portfolios.consolidated.total")}
          note={total === null && t("portfolios.consolidated.incomplete")}
        >
          <Money amount={total ?? known} currency={currency} />
        </StatTile>
      </StatTiles>
      <Section
        title={t("portfolios.consolidated.parts")}
        hint={t("portfolios.consolidated.rates", { day: formatDay(language, day) })}
      >
        <ul className={styles.parts}>
          {parts.map((part) => (
            <Part key={`${part.holderType} ${part.holderId}`} part={part} currency={currency} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Part({ part, currency }: { part: Consolidated["parts"][number]; currency: string }) {
  const t = useText();
  const language = useLanguage();
  const becauseOf = useBecause();
  const { holderType, holderId, name, value, contractCurrency, rate, converted, reason, gaps } = part;
  const isOther = contractCurrency !== null && contractCurrency !== currency;
  const because =
    reason === null || reason === "noValue"
      ? becauseOf(gaps)
      : t("portfolios.gap.because", { reason: t(`portfolios.consolidated.reason.${reason}`) });
  return (
    <li>
      <LocaleLink to={`/portfolio${searchWithAccount("", holderType === "company" ? holderId : 0)}`}>{name}</LocaleLink>
      <span className={styles.figure}>
        <Money amount={converted} currency={currency} because={because} />
        {isOther && value !== null && (
          <small>
            <Money amount={value} currency={contractCurrency} />
            {rate && ` × ${formatRate(language, rate.value)}`}
          </small>
        )}
        {gaps.some(isDoubt) && <small>{t("portfolios.consolidated.doubtful")}</small>}
      </span>
    </li>
  );
}
