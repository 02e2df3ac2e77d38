/** Frame of a loaded portfolio: the details drawer, and notices of changes. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { type ReactNode, useCallback, useState } from "react";
import { loadedPart } from "../ui/loaded-part.tsx";
import { useText } from "../ui/text.tsx";
import { type Detail, DetailContext } from "./detail.ts";
import type { PortfolioTotals } from "./portfolio-state.ts";
import { usePortfolioNews } from "./use-portfolio.ts";

// Loaded when first opened, because the first view does not need it.
const DetailSheet = loadedPart(() => import("./detail-sheet.tsx"));

interface FrameProps {
  totals: PortfolioTotals;
  rows: readonly InstrumentRow[];
  /** Opens a request for an instrument; undefined while none is possible. */
  onRequest: ((side: "buy" | "sell", row: InstrumentRow) => void) | undefined;
  children: ReactNode;
}

export function PortfolioFrame({ totals, rows, onRequest, children }: FrameProps) {
  const t = useText();
  const [detail, setDetail] = useState<Detail>({});
  const [isSheetUsed, setSheetUsed] = useState(false);
  const [news, setNews] = useState(0);
  usePortfolioNews(() => setNews((count) => count + 1));

  const openDetail = useCallback((next: Detail) => {
    setSheetUsed(true);
    setDetail(next);
  }, []);

  function requestFor(side: "buy" | "sell", row: InstrumentRow) {
    setDetail({});
    onRequest?.(side, row);
  }

  return (
    <DetailContext value={openDetail}>
      <output className="visually-hidden">{news > 0 && t("portfolios.page.updated")}</output>
      {children}
      {isSheetUsed && (
        <DetailSheet
          detail={detail}
          setDetail={setDetail}
          rows={rows}
          contractCurrency={totals.contractCurrency}
          today={totals.valuationDay}
          onRequest={onRequest && requestFor}
        />
      )}
    </DetailContext>
  );
}
