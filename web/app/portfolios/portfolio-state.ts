/**
 * The portfolio as known to the browser (docs/rules.md, Portfolio): undefined after a custodian's timeout, 0 if there
 * is none or it failed. The last figures are stored under the keys portfolio, instruments and lastFetch, for one
 * holder.
 */
import { ApiError } from "@portico/api/errors.ts";
import type { InstrumentRow, Portfolio, portfolioRefetchMs } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { isPassing } from "../shell/calls/passing.ts";
import { holderKey } from "../shell/session/active-holder.ts";
import { readStored, writeStored } from "../shell/storage.ts";

/**
 * docs/rules.md, Portfolio. Repeated as a literal, so that the page does not load the API's schemas; the type keeps
 * them equal.
 */
export const refetchMs: typeof portfolioRefetchMs = 300_000;

export type PortfolioTotals = Omit<Portfolio, "instruments">;

/** Received figures, with the time. */
export interface Figures {
  portfolio: PortfolioTotals;
  instruments: InstrumentRow[];
  /** Epoch milliseconds. */
  at: number;
}

export interface KnownPortfolio {
  /** undefined: the custodian timed out. 0: none, or failed. */
  portfolio: PortfolioTotals | undefined | 0;
  instruments: InstrumentRow[];
  /** Why it is 0. */
  because?: "noClientNumber" | "failed";
  /** The newest received figures, also if the last call failed temporarily. */
  figures?: Figures | undefined;
}

interface LastFetch {
  holder: string;
  /** Epoch milliseconds. */
  at: number;
  /** The server has reported since that the figures changed. */
  outdated?: boolean;
}

export const noClientNumber: KnownPortfolio = { portfolio: 0, instruments: [], because: "noClientNumber" };

export function fromAnswer(
  { instruments, ...portfolio }: Portfolio,
  at: number,
): KnownPortfolio & { figures: Figures } {
  return { portfolio, instruments, figures: { portfolio, instruments, at } };
}

/**
 * The state after a failed fetch; `last` are the previous figures. They stay, with their time, if the call may succeed
 * later; a refusal removes them.
 */
export function fromFailure(error: unknown, last?: Figures): KnownPortfolio {
  const code = error instanceof ApiError ? error.code : "generic";
  if (code === "noClientNumber") return noClientNumber;
  const figures = isPassing(error) ? last : undefined;
  if (code === "timedout") return { portfolio: undefined, instruments: [], figures };
  return { portfolio: 0, instruments: [], because: "failed", figures };
}

/** The server was not reachable: the shown figures stay, with their time. */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Stores the figures of a holder in this browser, replacing any other's; undefined removes them. */
export function storeFigures(holder: Holder, figures: Figures | undefined): void {
  writeStored("portfolio", figures?.portfolio);
  writeStored("instruments", figures?.instruments);
  writeStored("lastFetch", figures && ({ holder: holderKey(holder), at: figures.at } satisfies LastFetch));
}

/** The holder's stored figures no longer delay the next fetch. */
export function markOutdated(holder: Holder): void {
  const last = readStored("lastFetch") as Partial<LastFetch> | undefined;
  if (last?.holder === holderKey(holder)) writeStored("lastFetch", { ...last, outdated: true });
}

/** Start of the delay of the next fetch because of stored figures: epoch milliseconds, 0 for no delay. */
export function restoredFrom(holder: Holder): number {
  const isOutdatedCopy = (readStored("lastFetch") as Partial<LastFetch> | undefined)?.outdated === true;
  return isOutdatedCopy ? 0 : (restorePortfolio(holder)?.figures.at ?? 0);
}

/** The holder's figures stored in this browser; undefined if none, another holder's, or incomplete. */
export function restorePortfolio(holder: Holder): (KnownPortfolio & { figures: Figures }) | undefined {
  const last = readStored("lastFetch") as Partial<LastFetch> | undefined;
  const portfolio = readStored("portfolio");
  const instruments = readStored("instruments");
  if (typeof last !== "object" || last === null || last.holder !== holderKey(holder) || typeof last.at !== "number")
    return undefined;
  if (typeof portfolio !== "object" || portfolio === null || !Array.isArray(instruments)) return undefined;
  return fromAnswer({ ...(portfolio as PortfolioTotals), instruments: instruments as InstrumentRow[] }, last.at);
}

/** The server's version of the figures; nulls if the custodian has none. */
interface Version {
  version: string | null;
  valuationDay: string | null;
}

/** True if the server has other figures than these. */
export const isOutdated = ({ portfolio }: Figures, { version, valuationDay }: Version): boolean =>
  (version !== null && version !== portfolio.version) ||
  (valuationDay !== null && valuationDay !== portfolio.valuationDay);
