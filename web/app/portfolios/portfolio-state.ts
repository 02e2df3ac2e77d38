/**
 * The portfolio as the browser knows it (docs/rules.md, Portfolio): undefined after a custodian's timeout, 0 where there is none or it
 * failed. The last figures that arrived are kept under the keys portfolio, instruments and lastFetch, for one holder.
 */
import { ApiError } from "@portico/api/errors.ts";
import type { InstrumentRow, Portfolio, portfolioRefetchMs } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { holderKey } from "../shell/acting.ts";
import { readStored, writeStored } from "../shell/storage.ts";

/** docs/rules.md, Portfolio. Written again as a literal, so that the page does not load the API's schemas; the type keeps them alike. */
export const refetchMs: typeof portfolioRefetchMs = 300_000;

export type PortfolioTotals = Omit<Portfolio, "instruments">;

/** Figures that arrived, and when. */
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
  /** The newest figures that arrived, also where the last question failed for a reason that will pass. */
  figures?: Figures | undefined;
}

interface LastFetch {
  holder: string;
  /** Epoch milliseconds. */
  at: number;
  /** The server has said since that the figures changed. */
  outdated?: boolean;
}

export const noClientNumber: KnownPortfolio = { portfolio: 0, instruments: [], because: "noClientNumber" };

export function fromAnswer(
  { instruments, ...portfolio }: Portfolio,
  at: number,
): KnownPortfolio & { figures: Figures } {
  return { portfolio, instruments, figures: { portfolio, instruments, at } };
}

/** The portfolio may be asked for again with another outcome: what is known of it may still be shown, with its time. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
}

/** The state after a failed fetch; `last` are the figures that were known before. A refusal takes them away. */
export function fromFailure(error: unknown, last?: Figures): KnownPortfolio {
  const code = error instanceof ApiError ? error.code : "generic";
  if (code === "noClientNumber") return noClientNumber;
  const figures = isPassing(error) ? last : undefined;
  if (code === "timedout") return { portfolio: undefined, instruments: [], figures };
  return { portfolio: 0, instruments: [], because: "failed", figures };
}

/** The server was not reached: what is shown stays, with its time. */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Keeps the figures of a holder in this browser, instead of any other's; undefined takes them out. */
export function keepFigures(holder: Holder, figures: Figures | undefined): void {
  writeStored("portfolio", figures?.portfolio);
  writeStored("instruments", figures?.instruments);
  writeStored("lastFetch", figures && ({ holder: holderKey(holder), at: figures.at } satisfies LastFetch));
}

/** The kept figures of the holder no longer hold off the next question. */
export function markOutdated(holder: Holder): void {
  const last = readStored("lastFetch") as Partial<LastFetch> | undefined;
  if (last?.holder === holderKey(holder)) writeStored("lastFetch", { ...last, outdated: true });
}

/** Until when the kept figures hold off the next question counts from here: epoch milliseconds, 0 where they do not. */
export function restoredFrom(holder: Holder): number {
  const isOutdatedCopy = (readStored("lastFetch") as Partial<LastFetch> | undefined)?.outdated === true;
  return isOutdatedCopy ? 0 : (restorePortfolio(holder)?.figures.at ?? 0);
}

/** What this browser kept of the holder; undefined where it kept nothing, another holder's, or no whole portfolio. */
export function restorePortfolio(holder: Holder): (KnownPortfolio & { figures: Figures }) | undefined {
  const last = readStored("lastFetch") as Partial<LastFetch> | undefined;
  const portfolio = readStored("portfolio");
  const instruments = readStored("instruments");
  if (typeof last !== "object" || last === null || last.holder !== holderKey(holder) || typeof last.at !== "number")
    return undefined;
  if (typeof portfolio !== "object" || portfolio === null || !Array.isArray(instruments)) return undefined;
  return fromAnswer({ ...(portfolio as PortfolioTotals), instruments: instruments as InstrumentRow[] }, last.at);
}

/** The server's version of the figures; nulls where the custodian does not tell one. */
interface Version {
  version: string | null;
  valuationDay: string | null;
}

/** True where the server is known to have other figures than these. */
export const isOutdated = ({ portfolio }: Figures, { version, valuationDay }: Version): boolean =>
  (version !== null && version !== portfolio.version) ||
  (valuationDay !== null && valuationDay !== portfolio.valuationDay);
