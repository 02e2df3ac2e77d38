/**
 * The holder's portfolio: fetched at most every five minutes, and at once when the server reports a change
 * (follow-portfolio.ts).
 */
import { useDeferredValue } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useKnown } from "../shell/calls/use-known.ts";
import { useSocketEvent } from "../shell/offline/use-socket-event.ts";
import { holderKey, useActiveHolder, useHolder } from "../shell/session/active-holder.ts";
import { currentSession } from "../shell/session/session.ts";
import {
  type Figures,
  fromAnswer,
  fromFailure,
  isOffline,
  type KnownPortfolio,
  noClientNumber,
  refetchMs,
  restoredFrom,
  restorePortfolio,
  storeFigures,
} from "./portfolio-state.ts";

/** A failure is cached too, with the previous figures. */
export const knownVariant = "known";

export interface PortfolioQuery {
  /** undefined while the first one loads. */
  known: KnownPortfolio | undefined;
  /** Figures to show: the current ones, or the last received. */
  figures: Figures | undefined;
  /** Why `figures` may not be current. */
  trouble: "offline" | "timeout" | "failed" | undefined;
  fetching: boolean;
  refetch: () => void;
}

export function usePortfolio(): PortfolioQuery {
  const api = useApi();
  const { holder, clientNumber, readOnly } = useActiveHolder();
  const hasNumber = clientNumber !== null;
  const { find } = useKnown();

  const input = { params: holder };
  const query = useCall<typeof api.portfolios.getPortfolio, KnownPortfolio>(api.portfolios.getPortfolio, input, {
    variant: knownVariant,
    staleTime: refetchMs,
    refetchInterval: refetchMs,
    enabled: hasNumber,
    initialData: () => (readOnly ? undefined : restorePortfolio(holder)),
    initialDataUpdatedAt: () => restoredFrom(holder),
    ask: async ({ signal }) => {
      const token = currentSession()?.token;
      // The client's figures are not stored in the browser of staff in view-as, or of somebody who signed in meanwhile.
      const store = (figures: Figures | undefined) => {
        if (!readOnly && !signal.aborted && token === currentSession()?.token) storeFigures(holder, figures);
      };
      try {
        const known = fromAnswer(await api.portfolios.getPortfolio({ params: holder, signal }), Date.now());
        store(known.figures);
        return known;
      } catch (error) {
        const last = find<KnownPortfolio>(api.portfolios.getPortfolio, input, knownVariant)?.state.data?.figures;
        if (signal.aborted || (isOffline(error) && last)) throw error;
        const known = fromFailure(error, last);
        if (!known.figures) store(undefined);
        return known;
      }
    },
  });

  // Rendered as a transition, which input and painting can interrupt, because the tables are long.
  const known = useDeferredValue(hasNumber ? query.data : noClientNumber);
  return {
    known,
    figures: known?.figures,
    trouble: troubleOf(known, query.isError || query.fetchStatus === "paused"),
    fetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}

function troubleOf(known: KnownPortfolio | undefined, offline: boolean): PortfolioQuery["trouble"] {
  if (offline) return "offline";
  if (!known?.figures || known.portfolio) return undefined;
  return known.portfolio === undefined ? "timeout" : "failed";
}

/** Runs whenever the server reports that the holder's figures changed. */
export function usePortfolioNews(onChange: () => void): void {
  const mine = holderKey(useHolder());
  useSocketEvent("portfolio:changed", (event) => {
    if (holderKey(event) === mine) onChange();
  });
}
