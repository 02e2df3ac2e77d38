/**
 * The portfolio as the browser knows it (specification 8): undefined after a custodian's timeout, 0 where there is none or it
 * failed. Kept under the keys portfolio, instruments and lastFetch.
 */
import { ApiError } from "@portico/api/errors.ts";
import type { InstrumentRow, Portfolio, portfolioRefetchMs } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { holderKey } from "../shell/acting.ts";
import { readStored, writeStored } from "../shell/storage.ts";

/** Specification 9. Written again as a literal, so that the page does not load the API's schemas; the type keeps them alike. */
export const refetchMs: typeof portfolioRefetchMs = 300_000;

export type PortfolioTotals = Omit<Portfolio, "instruments">;

export interface KnownPortfolio {
  /** undefined: the custodian timed out. 0: none, or failed. */
  portfolio: PortfolioTotals | undefined | 0;
  instruments: InstrumentRow[];
  /** Why it is 0. */
  because?: "noClientNumber" | "failed";
}

interface LastFetch {
  holder: string;
  /** Epoch milliseconds. */
  at: number;
}

export const noClientNumber: KnownPortfolio = { portfolio: 0, instruments: [], because: "noClientNumber" };

export function fromAnswer({ instruments, ...totals }: Portfolio): KnownPortfolio {
  return { portfolio: totals, instruments };
}

/** The state after a failed fetch. */
export function fromFailure(error: unknown): KnownPortfolio {
  const code = error instanceof ApiError ? error.code : "generic";
  if (code === "timedout") return { portfolio: undefined, instruments: [] };
  return code === "noClientNumber" ? noClientNumber : { portfolio: 0, instruments: [], because: "failed" };
}

/** The server was not reached: what is shown stays, with its time. */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

export function keepPortfolio(holder: Holder, known: KnownPortfolio, at: number): void {
  writeStored("portfolio", known.portfolio);
  writeStored("instruments", known.portfolio ? known.instruments : undefined);
  writeStored("lastFetch", { holder: holderKey(holder), at } satisfies LastFetch);
}

/** What this browser kept of the holder; undefined where it kept nothing, another holder's, or no whole portfolio. */
export function restorePortfolio(holder: Holder): { known: KnownPortfolio; at: number } | undefined {
  const last = readStored("lastFetch") as Partial<LastFetch> | undefined;
  const portfolio = readStored("portfolio");
  const instruments = readStored("instruments");
  if (typeof last !== "object" || last === null || last.holder !== holderKey(holder) || typeof last.at !== "number")
    return undefined;
  if (typeof portfolio !== "object" || portfolio === null || !Array.isArray(instruments)) return undefined;
  return {
    known: { portfolio: portfolio as PortfolioTotals, instruments: instruments as InstrumentRow[] },
    at: last.at,
  };
}
