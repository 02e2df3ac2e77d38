/**
 * Follows the holder's figures on every page of the client: once the server says that they changed, what the browser stores no longer
 * holds off the next question. A connection is no such word: it asks for the version, and only where that is another one are figures
 * fetched before the five minutes are over (docs/rules.md, Portfolio).
 */
import { useEffect, useRef } from "react";
import { holderKey, useActing } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { useApplyEvent } from "../shell/calls/use-keep-fresh.ts";
import { useKnown } from "../shell/calls/use-known.ts";
import { isSocketConnected } from "../shell/socket.ts";
import { useSocketConnect, useSocketEvent } from "../shell/use-socket-event.ts";
import { isOutdated, type KnownPortfolio, markOutdated, restorePortfolio } from "./portfolio-state.ts";
import { knownVariant } from "./use-portfolio.ts";

export function useFollowPortfolio(): void {
  const api = useApi();
  const { find } = useKnown();
  const applyEvent = useApplyEvent();
  const { holder, clientNumber } = useActing();
  const mine = holderKey(holder);

  /** Asks whether the figures known here are still the server's. */
  async function check(): Promise<void> {
    const query = find<KnownPortfolio>(api.portfolios.getPortfolio, { params: holder }, knownVariant);
    if (clientNumber === null || !(query || restorePortfolio(holder))) return;
    const version = await api.portfolios.getVersion({ params: holder });
    // An answer that was on its way while the connection came may be older than it.
    await query?.promise;
    const figures = query?.state.data?.figures ?? restorePortfolio(holder)?.figures;
    if (!figures || !isOutdated(figures, version)) return;
    markOutdated(holder);
    applyEvent("portfolio:changed", { ...holder, version: version.version ?? "" });
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
    if (holderKey(event) === mine) markOutdated(holder);
  });
}
