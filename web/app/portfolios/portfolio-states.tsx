/** Shown if there is no portfolio: each case with one sentence and one action. */

import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { PageSkeleton } from "../ui/skeletons.tsx";
import { Empty, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { Notice } from "./notice.tsx";
import type { PortfolioQuery } from "./use-portfolio.ts";

const lastKnownKeys = {
  offline: "portfolios.state.offline",
  timeout: "portfolios.state.timeoutLast",
  failed: "portfolios.state.failedLast",
} as const;

/** Above figures that may be outdated: their time, the reason, and a retry. */
export function LastKnown({ query: { figures, trouble, fetching, refetch } }: { query: PortfolioQuery }) {
  const t = useText();
  const language = useLanguage();
  if (!figures || !trouble) return null;
  const time = formatMoment(language, new Date(figures.at).toISOString());
  return (
    <Notice
      action={
        <Button variant="default" size="sm" onClick={refetch} loading={fetching}>
          {t("ui.action.retry")}
        </Button>
      }
    >
      {t(lastKnownKeys[trouble], { time })}
    </Notice>
  );
}

/** Shown instead of the portfolio if there is none. */
export function MissingPortfolio({ query }: { query: PortfolioQuery }) {
  const t = useText();
  const { known, fetching, refetch } = query;
  const { holder, state: holderState } = useActiveHolder();
  if (!known) return <Loading>{<PageSkeleton />}</Loading>;
  if (known.because === "noClientNumber" && holderState === "rejected")
    return <Empty icon="portfolio" title={t("portfolios.state.neverOpened")} />;
  if (known.because === "noClientNumber")
    return (
      <Empty
        icon="portfolio"
        title={t(`portfolios.state.noNumber.${holder.holderType}`)}
        action={
          <Button component={LocaleLink} to="/profile" variant="default" size="md">
            {t("portfolios.state.noNumberAction")}
          </Button>
        }
      >
        {t(`portfolios.state.noNumberExplain.${holder.holderType}`)}
      </Empty>
    );
  const state = known.portfolio === undefined ? "timeout" : "failed";
  return (
    <div role="alert">
      <Empty
        icon="warning"
        title={t(`portfolios.state.${state}`)}
        action={
          <Button variant="default" size="md" onClick={refetch} loading={fetching}>
            {t("ui.action.retry")}
          </Button>
        }
      >
        {t(`portfolios.state.${state}Explain`)}
      </Empty>
    </div>
  );
}
