/** The client's portfolio on a former day, or as it was known at a former time; both are kept in the address. */
import type { Holder } from "@portico/api/shapes.ts";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatRecordTime } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./as-of.module.css";
import { AsOfForm } from "./as-of-form.tsx";
import { type AsOf, asOfIn, searchOfAsOf } from "./as-of-search.ts";
import { HoldingsView } from "./holdings-view.tsx";
import { ThenAndNow } from "./then-and-now.tsx";

interface PortfolioAsOfProps {
  holder: Holder;
  clientNumber: string;
  /** The portfolio of now. */
  children: ReactNode;
}

export function PortfolioAsOf({ holder, clientNumber, children }: PortfolioAsOfProps) {
  const [search, setSearch] = useSearchParams();
  const asOf = asOfIn(search);
  const show = (next: AsOf | undefined) =>
    setSearch((before) => searchOfAsOf(before, next), { replace: true, preventScrollReset: true });
  return (
    <>
      <AsOfForm key={`${asOf?.day} ${asOf?.known}`} asOf={asOf} onShow={show} />
      {asOf ? (
        <Former holder={holder} clientNumber={clientNumber} asOf={asOf} onBack={() => show(undefined)} />
      ) : (
        children
      )}
    </>
  );
}

interface FormerProps {
  holder: Holder;
  clientNumber: string;
  asOf: AsOf;
  onBack: () => void;
}

function Former({ holder, clientNumber, asOf, onBack }: FormerProps) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const { day, known } = asOf;
  const input = { params: { ...holder, day }, query: known === null ? {} : { known } };
  const { data, error, isFetching, refetch } = useCall(api.portfolios.getAsOf, input);
  const when = formatDay(language, day);
  const banner = (
    <Notice
      tone="attention"
      live
      title={
        known === null
          ? t("admin.asOf.bannerNow", { day: when })
          : t("admin.asOf.bannerKnown", { day: when, time: formatRecordTime(known) })
      }
    >
      <p>{t("admin.asOf.bannerHint")}</p>
      <div className={styles.back} data-no-print>
        <Button size="sm" variant="default" onClick={onBack}>
          {t("admin.asOf.back")}
        </Button>
      </div>
    </Notice>
  );
  if (!data)
    return (
      <>
        {banner}
        {error ? (
          <LoadFailed retry={() => void refetch()} retrying={isFetching}>
            {errorText(t, error)}
          </LoadFailed>
        ) : (
          <Loading />
        )}
      </>
    );
  const { firstDay, firstKnown } = data;
  const nothing =
    firstKnown === null
      ? t("admin.asOf.never")
      : firstDay === null
        ? t("admin.asOf.nothingKnown", { time: formatRecordTime(firstKnown) })
        : day < firstDay
          ? t("admin.asOf.nothingHeld", { day: formatDay(language, firstDay) })
          : t("admin.client.portfolioEmpty");
  const name = ["portfolio", clientNumber, day, ...(known === null ? [] : [known.replaceAll(/[:.]/g, "")])].join("-");
  return (
    <>
      {banner}
      {data.instruments.length > 0 ? (
        <HoldingsView data={data} file={{ name, known: data.known }} />
      ) : (
        <Empty icon="portfolio" title={nothing} />
      )}
      {known !== null && <ThenAndNow holder={holder} then={data} name={`${name}-${t("admin.asOf.fileName")}`} />}
    </>
  );
}
