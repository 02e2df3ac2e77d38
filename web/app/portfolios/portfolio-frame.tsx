/** Frame of a loaded portfolio: the details drawer, the request dialog, and notices of changes. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { type ReactNode, useCallback, useState } from "react";
import { holderKey, useHolder } from "../shell/session/active-holder.ts";
import { useKeptDraft } from "../shell/unsent/use-kept-draft.ts";
import { loadedPart } from "../ui/loaded-part.tsx";
import { useText } from "../ui/text.tsx";
import { type Detail, DetailContext } from "./detail.ts";
import type { PortfolioTotals } from "./portfolio-state.ts";
import { emptyDraft, isTypedRequest, type RequestDraft } from "./requests/request-draft.ts";
import { usePortfolioNews } from "./use-portfolio.ts";

// Loaded when first opened, because the first view needs neither.
const DetailSheet = loadedPart(() => import("./detail-sheet.tsx"));
const RequestDialog = loadedPart(() => import("./requests/request-dialog.tsx"));

interface FrameProps {
  totals: PortfolioTotals;
  rows: readonly InstrumentRow[];
  /** Requests are not possible now. */
  blocked: boolean;
  children: (openRequest: (type?: RequestDraft["type"]) => void) => ReactNode;
}

export function PortfolioFrame({ totals, rows, blocked, children }: FrameProps) {
  const t = useText();
  const currency = totals.contractCurrency;
  const [detail, setDetail] = useState<Detail>({});
  const [isSheetUsed, setSheetUsed] = useState(false);
  const about = `trade.${holderKey(useHolder())}`;
  const kept = useKeptDraft<RequestDraft>(about, emptyDraft("buy", currency), isTypedRequest);
  const { draft } = kept;
  const [isRequestUsed, setRequestUsed] = useState(false);
  const [isRequestOpen, setRequestOpen] = useState(false);
  const [news, setNews] = useState(0);
  usePortfolioNews(() => setNews((count) => count + 1));

  const openDetail = useCallback((next: Detail) => {
    setSheetUsed(true);
    setDetail(next);
  }, []);

  function showRequest() {
    setRequestUsed(true);
    setRequestOpen(true);
  }
  function openRequest(type: RequestDraft["type"] = "buy") {
    if (!draft) kept.setDraft(emptyDraft(type, currency));
    showRequest();
  }

  function requestFor(side: "buy" | "sell", row: InstrumentRow) {
    setDetail({});
    const instrument = {
      ...(row.instrumentId !== null && { id: row.instrumentId }),
      name: row.name,
      currency: row.instrumentCurrency,
      owned: row.ownedShares,
    };
    const isBegun = draft?.type === side && draft.instrument?.id === instrument.id;
    if (!isBegun) kept.setDraft({ ...emptyDraft(side, currency), instrument });
    showRequest();
  }

  return (
    <DetailContext value={openDetail}>
      <output className="visually-hidden">{news > 0 && t("portfolios.page.updated")}</output>
      {children(openRequest)}
      {isSheetUsed && (
        <DetailSheet
          detail={detail}
          setDetail={setDetail}
          rows={rows}
          contractCurrency={currency}
          onRequest={blocked ? undefined : requestFor}
        />
      )}
      {draft && isRequestUsed && (
        <RequestDialog
          opened={isRequestOpen}
          onClose={() => setRequestOpen(false)}
          kept={{ ...kept, draft }}
          onSent={() => {
            setRequestOpen(false);
            kept.clear();
          }}
          rows={rows}
          currencies={currenciesOf(currency, rows)}
        />
      )}
    </DetailContext>
  );
}

const currenciesOf = (first: string, rows: readonly InstrumentRow[]): string[] => [
  ...new Set([first, "EUR", ...rows.map((row) => row.instrumentCurrency)]),
];
