/** Opens the drawer of a holding or the proof of a figure, from anywhere on the page. */
import type { ProvableFigure } from "@portico/api/portfolios.ts";
import { createContext, useContext } from "react";

export interface ProofRequest {
  figure: ProvableFigure;
  /** Row key; without it, the total. */
  key?: string | undefined;
  /** What the figure belongs to, for the title. */
  name?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface Detail {
  /** Row key of the open holding. */
  row?: string | undefined;
  proof?: ProofRequest | undefined;
}

export const DetailContext = createContext<(detail: Detail) => void>(() => undefined);

export const useOpenDetail = (): ((detail: Detail) => void) => useContext(DetailContext);
