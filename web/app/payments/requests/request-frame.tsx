/** A request to buy or sell, which outlasts the page: what opens it, and its dialog. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { type ReactNode, useState } from "react";
import { holderKey, useHolder } from "../../shell/session/active-holder.ts";
import { useKeptDraft } from "../../shell/unsent/use-kept-draft.ts";
import { partWithTexts } from "../../ui/part-with-texts.tsx";
import { emptyDraft, isTypedRequest, type RequestDraft } from "./request-draft.ts";

// Loaded when first opened, because the first view does not need it.
const RequestDialog = partWithTexts(
  {
    bg: () => import("@portico/messages/generated/trades.bg.ts"),
    en: () => import("@portico/messages/generated/trades.en.ts"),
    pl: () => import("@portico/messages/generated/trades.pl.ts"),
  },
  async () => (await import("./request-dialog.tsx")).default,
  () => null,
);

/** Opens the request that was begun, or a new one; `openFor` one for what is held. */
interface OpenRequest {
  open: () => void;
  openFor: (side: "buy" | "sell", row: InstrumentRow) => void;
}

interface FrameProps {
  contractCurrency: string;
  rows: readonly InstrumentRow[];
  children: (requests: OpenRequest) => ReactNode;
}

export function RequestFrame({ contractCurrency: currency, rows, children }: FrameProps) {
  const about = `trade.${holderKey(useHolder())}`;
  const kept = useKeptDraft<RequestDraft>(about, emptyDraft("buy", currency), isTypedRequest);
  const { draft } = kept;
  const [isUsed, setUsed] = useState(false);
  const [isOpen, setOpen] = useState(false);

  function show() {
    setUsed(true);
    setOpen(true);
  }
  function open() {
    if (!draft) kept.setDraft(emptyDraft("buy", currency));
    show();
  }

  function openFor(side: "buy" | "sell", row: InstrumentRow) {
    const instrument = {
      ...(row.instrumentId !== null && { id: row.instrumentId }),
      name: row.name,
      currency: row.instrumentCurrency,
      owned: row.ownedShares,
    };
    const isBegun = draft?.type === side && draft.instrument?.id === instrument.id;
    if (!isBegun) kept.setDraft({ ...emptyDraft(side, currency), instrument });
    show();
  }

  return (
    <>
      {children({ open, openFor })}
      {draft && isUsed && (
        <RequestDialog
          opened={isOpen}
          onClose={() => setOpen(false)}
          kept={{ ...kept, draft }}
          onSent={() => {
            setOpen(false);
            kept.clear();
          }}
          rows={rows}
          currencies={currenciesOf(currency, rows)}
        />
      )}
    </>
  );
}

const currenciesOf = (first: string, rows: readonly InstrumentRow[]): string[] => [
  ...new Set([first, "EUR", ...rows.map((row) => row.instrumentCurrency)]),
];
