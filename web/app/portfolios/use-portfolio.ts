/** The holder's portfolio: fetched at most every five minutes, at once when the server says that it changed (use-follow-portfolio.ts). */
import { useDeferredValue } from "react";
import { holderKey, useActing, useHolder } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useKnown } from "../shell/calls/use-known.ts";
import { currentSession } from "../shell/session.ts";
import { useSocketEvent } from "../shell/use-socket-event.ts";
import {
  type Figures,
  fromAnswer,
  fromFailure,
  isOffline,
  type KnownPortfolio,
  keepFigures,
  noClientNumber,
  refetchMs,
  restoredFrom,
  restorePortfolio,
} from "./portfolio-state.ts";

/** A failure is kept too, with the figures that were known before it. */
export const knownVariant = "known";

export interface PortfolioQuery {
  /** undefined while the first one loads. */
  known: KnownPortfolio | undefined;
  /** What can be shown: the figures as they are, or the last ones that arrived. */
  figures: Figures | undefined;
  /** Why `figures` are not known to be those of now. */
  trouble: "offline" | "timeout" | "failed" | undefined;
  fetching: boolean;
  refetch: () => void;
}

export function usePortfolio(): PortfolioQuery {
  const api = useApi();
  const { holder, clientNumber, readOnly } = useActing();
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
      // Neither staff who look at a client, nor who signed in meanwhile, keep the client's figures in their browser.
      const keep = (figures: Figures | undefined) => {
        if (!readOnly && token === currentSession()?.token) keepFigures(holder, figures);
      };
      try {
        const known = fromAnswer(await api.portfolios.getPortfolio({ params: holder, signal }), Date.now());
        keep(known.figures);
        return known;
      } catch (error) {
        const last = find<KnownPortfolio>(api.portfolios.getPortfolio, input, knownVariant)?.state.data?.figures;
        if (signal.aborted || (isOffline(error) && last)) throw error;
        const known = fromFailure(error, last);
        if (!known.figures) keep(undefined);
        return known;
      }
    },
  });

  // What arrives is rendered as a transition, which input and painting may interrupt: the tables are long.
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

/** Runs whenever the server says that the figures of the holder's portfolio changed. */
export function usePortfolioNews(onChange: () => void): void {
  const mine = holderKey(useHolder());
  useSocketEvent("portfolio:changed", (event) => {
    if (holderKey(event) === mine) onChange();
  });
}
