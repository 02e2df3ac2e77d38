/**
 * Follows the holder's figures on every client page: once the server reports a change, stored figures no longer delay
 * the next fetch. A connection is not such a report: only the version is fetched, and the figures are fetched before
 * the five minutes are over only if it differs (docs/rules.md, Portfolio).
 */
import { useEffect, useRef } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useKnown } from "../shell/calls/use-known.ts";
import { useApplyEvent } from "../shell/calls/use-staleness.ts";
import { isSocketConnected } from "../shell/offline/socket.ts";
import { useSocketConnect, useSocketEvent } from "../shell/offline/use-socket-event.ts";
import { holderKey, useActiveHolder } from "../shell/session/active-holder.ts";
import { isOutdated, type KnownPortfolio, markOutdated, restorePortfolio } from "./portfolio-state.ts";
import { knownVariant } from "./use-portfolio.ts";

export default function FollowPortfolio(): null {
  const api = useApi();
  const { find } = useKnown();
  const applyEvent = useApplyEvent();
  const { holder, clientNumber } = useActiveHolder();
  const mine = holderKey(holder);

  /** Checks whether the figures known here are current. */
  async function check(): Promise<void> {
    const query = find<KnownPortfolio>(api.portfolios.getPortfolio, { params: holder }, knownVariant);
    if (clientNumber === null || !(query || restorePortfolio(holder))) return;
    const version = await api.portfolios.getVersion({ params: holder });
    // A response under way when the connection opened may be older.
    await query?.promise;
    const figures = query?.state.data?.figures ?? restorePortfolio(holder)?.figures;
    if (!figures || !isOutdated(figures, version)) return;
    markOutdated(holder);
    applyEvent("portfolio:changed", { ...holder, version: version.version ?? "" });
  }
  // If the version cannot be fetched, it is fetched at the next connection; the five minutes continue meanwhile.
  const tryCheck = () => void check().catch(() => undefined);
  const latest = useRef(tryCheck);
  useEffect(() => {
    latest.current = tryCheck;
  });
  // After returning from pages that did not follow, or to another holder; on first load the connection is still to
  // come.
  useEffect(() => {
    if (mine && isSocketConnected()) latest.current();
  }, [mine]);
  useSocketConnect(tryCheck);
  useSocketEvent("portfolio:changed", (event) => {
    if (holderKey(event) === mine) markOutdated(holder);
  });
  return null;
}
