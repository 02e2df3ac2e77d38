/** The proof of a figure: its formula in words, its terms, prices and rates with source and day, the sum. */
import type { Proof, proofTerm } from "@portico/api/portfolios.ts";
import type { z } from "zod";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { RecordDay } from "../../ui/dates.tsx";
import { Money, Percent, Quantity } from "../../ui/figures.tsx";
import { digitsOf, formatExact, formatPrice } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { ProofRequest } from "../detail.ts";
import { useBecause } from "../gap-text.ts";
import { findFirstText, termText } from "../label-text.ts";
import { Doubts } from "../portfolio-notices.tsx";
import { sourceText } from "../source-text.ts";
import styles from "./proof.module.css";
import { findRounding, isProduct } from "./proof-rounding.ts";

type Term = z.infer<typeof proofTerm>;
const percentages = new Set(["returnPercent", "timeWeightedReturn", "moneyWeightedReturn"]);

export function ProofView({ request }: { request: ProofRequest }) {
  const t = useText();
  const api = useApi();
  const holder = useHolder();
  const { figure, key, from, to } = request;
  const query = usePages(api.portfolios.getProof, { params: { ...holder, figure }, query: { key, from, to } });
  const { data, error, isFetching, refetch } = query;
  if (data)
    return (
      <>
        <ProofContent
          proof={joined(data.pages)}
          onOthers={query.hasNextPage ? query.fetchNextPage : undefined}
          isFetching={query.isFetchingNextPage}
        />
        {error && <Notice tone="failed">{errorText(t, error)}</Notice>}
      </>
    );
  if (error)
    return (
      <LoadFailed retry={() => void refetch()} retrying={isFetching}>
        {errorText(t, error)}
      </LoadFailed>
    );
  return <Loading />;
}

/** True if the terms have days and are shown oldest first. */
const isByDay = ({ terms }: Proof): boolean => terms.some(({ day }) => day !== null);
const isOthers = ({ label }: Term): boolean => label === "others";

/**
 * Combines pages into one proof; terms not loaded yet are one line in their place: before the oldest, or after the
 * smallest.
 */
function joined(pages: readonly Proof[]): Proof {
  const [newest] = pages as [Proof, ...Proof[]];
  const oldest = pages.at(-1) ?? newest;
  const ordered = isByDay(newest) ? pages.toReversed() : pages;
  const shownTerms = ordered.flatMap(({ terms }) => terms.filter((term) => !isOthers(term)));
  const others = oldest.terms.filter(isOthers);
  const terms = isByDay(newest) ? [...others, ...shownTerms] : [...shownTerms, ...others];
  return { ...newest, terms, moreTerms: oldest.moreTerms };
}

/** Unit prices: with as many digits as on the page. */
const prices = new Set(["avgBuyPrice", "currentPrice", "currentPriceInCtrCurrency", "fixing"]);

function ProofContent({
  proof,
  onOthers,
  isFetching,
}: {
  proof: Proof;
  /** Fetches more of the terms in the line of others. */
  onOthers: (() => unknown) | undefined;
  isFetching: boolean;
}) {
  const t = useText();
  const because = useBecause();
  const rounding = findRounding(proof, digitsOf(proof.currency ?? ""));
  const isExact = isProduct(proof);
  const isOnNothing = proof.figure === "returnPercent" && proof.result === null && proof.gaps.length === 0;
  const reason = isOnNothing
    ? t("portfolios.gap.because", { reason: t("portfolios.gap.nothingPaid") })
    : because(proof.gaps);
  const others = t(isByDay(proof) ? "portfolios.proof.earlier" : "portfolios.proof.others", { count: proof.moreTerms });
  return (
    <div className={styles.proof}>
      <h3>{t("portfolios.proof.formula")}</h3>
      <p className={styles.rule}>
        {findFirstText(t, `portfolios.formula.${proof.formula}`) ?? t(`portfolios.formula.${proof.figure}`)}
      </p>
      <h3 id="proof-terms">{t("portfolios.proof.terms")}</h3>
      <table className={styles.terms} aria-labelledby="proof-terms">
        <thead>
          <tr>
            <th scope="col">{t("portfolios.proof.term")}</th>
            <th scope="col">{t("portfolios.proof.value")}</th>
          </tr>
        </thead>
        <tbody>
          {proof.terms.map((term, index) => (
            <tr key={isOthers(term) ? term.label : `${term.label}-${term.entryId ?? index}-${term.day ?? ""}`}>
              <th scope="row">
                {!isOthers(term) && <TermText term={term} />}
                {isOthers(term) && !onOthers && others}
                {isOthers(term) && onOthers && (
                  <button
                    type="button"
                    className={styles.others}
                    aria-busy={isFetching}
                    title={t("ui.action.showMore")}
                    onClick={() => void (isFetching || onOthers())}
                  >
                    {others}
                  </button>
                )}
              </th>
              <td>
                <Amount value={term.value} currency={term.currency} most={isExact ? 12 : undefined} />
              </td>
            </tr>
          ))}
          {rounding !== undefined && (
            <tr>
              <th scope="row">{t("portfolios.term.rounding")}</th>
              <td>
                <Amount value={rounding} currency={proof.currency} />
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("portfolios.proof.result")}</th>
            <td>
              {proof.result !== null && percentages.has(proof.figure) ? (
                <Percent value={proof.result} />
              ) : (
                <Amount
                  value={proof.result}
                  currency={proof.currency}
                  because={reason}
                  most={prices.has(proof.figure) ? 6 : undefined}
                />
              )}
            </td>
          </tr>
        </tfoot>
      </table>
      <Doubts of="figure" gaps={proof.result === null ? [] : proof.gaps} />
    </div>
  );
}

function Amount({
  value,
  currency,
  most,
  because,
}: {
  value: string | null;
  currency: string | null;
  /** Maximum decimals, if more than an amount of its currency may have. */
  most?: number | undefined;
  because?: string | undefined;
}) {
  return currency === null ? (
    <Quantity value={value} because={because} exact={most !== undefined} />
  ) : (
    <Money amount={value} currency={currency} because={because} {...(most && { price: most })} />
  );
}

function TermText({ term }: { term: Term }) {
  const t = useText();
  const language = useLanguage();
  const { price, rate, rateBefore } = term;
  const quoted = (quote: NonNullable<typeof price>, value: string) => ({
    value,
    day: quote.day,
    source: sourceText(t, quote.source),
  });
  return (
    <>
      {termText(t, term.label)}
      {term.about && ` · ${findFirstText(t, `portfolios.kind.${term.about}`) ?? term.about}`}
      <span className={styles.about}>
        {term.day && <RecordDay day={term.day} />}
        {term.entryId !== null && ` · ${t("portfolios.proof.entry", { id: String(term.entryId) })}`}
      </span>
      {price && (
        <span className={styles.about}>
          {t("portfolios.proof.price", quoted(price, formatPrice(language, price.value, term.currency ?? "", 12)))}
        </span>
      )}
      {rateBefore && (
        <span className={styles.about}>
          {t("portfolios.proof.rateBefore", quoted(rateBefore, formatExact(language, rateBefore.value)))}
        </span>
      )}
      {rate && (
        <span className={styles.about}>
          {t("portfolios.proof.rate", quoted(rate, formatExact(language, rate.value)))}
        </span>
      )}
    </>
  );
}
