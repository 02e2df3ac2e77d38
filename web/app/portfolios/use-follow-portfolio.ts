/**
 * Follows the server's word that something of the holder's portfolio changed, on every page of the client: what is shown is fetched
 * again, what is kept no longer holds off the next question. A connection is no such word: it asks for the version, and only where
 * that is another one are figures fetched before the five minutes are over (docs/rules.md, Portfolio).
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { holderKey, useActing } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { isSocketConnected } from "../shell/socket.ts";
import { useSocketConnect, useSocketEvent } from "../shell/use-socket-event.ts";
import { isOutdated, type KnownPortfolio, markOutdated, restorePortfolio } from "./portfolio-state.ts";
import { portfolioKey } from "./use-portfolio.ts";

export function useFollowPortfolio(): void {
  const api = useApi();
  const queries = useQueryClient();
  const { holder, clientNumber } = useActing();
  const mine = holderKey(holder);
  const again = (part?: string) =>
    void queries.invalidateQueries({
      queryKey: ["portfolio", holder.holderType, holder.holderId, ...(part === undefined ? [] : [part])],
    });
  const changed = () => {
    markOutdated(holder);
    again();
  };

  /** Asks whether the figures known here are still the server's. */
  async function check(): Promise<void> {
    // What changed while no socket listened was told to nobody.
    again("orders");
    const query = queries.getQueryCache().find<KnownPortfolio>({ queryKey: portfolioKey(holder) });
    if (clientNumber === null || !(query || restorePortfolio(holder))) return;
    const version = await api.portfolios.getVersion({ params: holder });
    // An answer that was on its way while the connection came may be older than it.
    await query?.promise;
    const figures = query?.state.data?.figures ?? restorePortfolio(holder)?.figures;
    if (figures && isOutdated(figures, version)) changed();
  }
  // Whoever cannot be asked is asked at the next connection; the five minutes go on meanwhile.
  const tryCheck = () => void check().catch(() => undefined);
  const latest = useRef(tryCheck);
  useEffect(() => {
    latest.current = tryCheck;
  });
  // Coming back from pages where nobody followed, or to another holder; at the first look the connection is still to come.
  useEffect(() => {
    if (mine && isSocketConnected()) latest.current();
  }, [mine]);
  useSocketConnect(tryCheck);
  useSocketEvent("portfolio:changed", (event) => {
    if (holderKey(event) === mine) changed();
  });
  useSocketEvent("performance:changed", (event) => {
    if (holderKey(event) === mine) again("performance");
  });
  useSocketEvent("request:changed", (event) => {
    if (holderKey(event) === mine) again("orders");
  });
}
