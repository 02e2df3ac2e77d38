/** The holder's portfolio: fetched at most every five minutes, at once when the server says that it changed. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { holderKey, useActing, useHolder } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { useSocketConnect, useSocketEvent } from "../shell/use-socket-event.ts";
import {
  fromAnswer,
  fromFailure,
  isOffline,
  type KnownPortfolio,
  keepPortfolio,
  noClientNumber,
  refetchMs,
  restorePortfolio,
} from "./portfolio-state.ts";

export interface PortfolioQuery {
  /** undefined while the first one loads. */
  known: KnownPortfolio | undefined;
  /** Epoch milliseconds of what is shown. */
  at: number;
  /** The server cannot be reached; what is shown is from `at`. */
  offline: boolean;
  fetching: boolean;
  refetch: () => void;
}

export function usePortfolio(): PortfolioQuery {
  const api = useApi();
  const { holder, clientNumber, readOnly } = useActing();
  const hasNumber = clientNumber !== null;
  const queries = useQueryClient();
  const queryKey = ["portfolio", holder.holderType, holder.holderId, "now"];
  // Listening begins before the first question: what changes while the answer is on its way must not be missed.
  useFollowPortfolio();

  const query = useQuery({
    queryKey,
    staleTime: refetchMs,
    refetchInterval: refetchMs,
    enabled: hasNumber,
    initialData: () => (readOnly ? undefined : restorePortfolio(holder)?.known),
    initialDataUpdatedAt: () => restorePortfolio(holder)?.at,
    queryFn: async ({ signal }) => {
      try {
        return kept(fromAnswer(await api.portfolios.getPortfolio({ params: holder, signal })));
      } catch (error) {
        const shown = queries.getQueryData<KnownPortfolio>(queryKey);
        if (signal.aborted || (isOffline(error) && shown?.portfolio)) throw error;
        return kept(fromFailure(error));
      }
    },
  });

  function kept(known: KnownPortfolio): KnownPortfolio {
    // A client's figures do not stay in the browser of staff who looked at them.
    if (!readOnly) keepPortfolio(holder, known, Date.now());
    return known;
  }

  return {
    known: hasNumber ? query.data : noClientNumber,
    at: query.dataUpdatedAt,
    offline: query.isError || query.fetchStatus === "paused",
    fetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}

/** Follows the server's word that something of the holder changed: all that is shown of it is fetched again. */
function useFollowPortfolio(): void {
  const queries = useQueryClient();
  const holder = useHolder();
  const again = () => void queries.invalidateQueries({ queryKey: ["portfolio", holder.holderType, holder.holderId] });
  usePortfolioNews(again);
  useSocketEvent("request:changed", (event) => {
    if (holderKey(event) === holderKey(holder)) again();
  });
  useSocketConnect(again);
}

/** Runs whenever the server says that the figures of the holder's portfolio changed. */
export function usePortfolioNews(onChange: () => void): void {
  const mine = holderKey(useHolder());
  useSocketEvent("portfolio:changed", (event) => {
    if (holderKey(event) === mine) onChange();
  });
}
