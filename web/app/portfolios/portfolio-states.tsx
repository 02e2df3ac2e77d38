/** Where there is no portfolio to show: each case in a sentence, with one action. */
import { Button } from "@mantine/core";
import { LocaleLink } from "../shell/locale-link.tsx";
import { PageSkeleton } from "../ui/skeletons.tsx";
import { Empty, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import type { PortfolioQuery } from "./use-portfolio.ts";

/** Stands in the portfolio's place; not for a portfolio that is there. */
export function MissingPortfolio({ query }: { query: PortfolioQuery }) {
  const t = useText();
  const { known, fetching, refetch } = query;
  if (!known) return <Loading>{<PageSkeleton />}</Loading>;
  if (known.because === "noClientNumber")
    return (
      <Empty
        icon="portfolio"
        title={t("portfolios.state.noNumber")}
        action={
          <Button component={LocaleLink} to="/profile" variant="default" size="md">
            {t("portfolios.state.noNumberAction")}
          </Button>
        }
      >
        {t("portfolios.state.noNumberExplain")}
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
