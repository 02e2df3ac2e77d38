/** What an instrument's drawer shows beside the holding: prices, own trades, facts, income. Loaded when the drawer opens. */
import { partWithTexts } from "../../ui/part-with-texts.tsx";
import { chartTexts } from "../chart/chart-texts.ts";

export interface HoldingProps {
  instrumentId: number;
  /** The valuation day. */
  today: string;
}

export const HoldingPart = partWithTexts<HoldingProps>(
  chartTexts,
  async () => (await import("./holding-view.tsx")).HoldingView,
);
