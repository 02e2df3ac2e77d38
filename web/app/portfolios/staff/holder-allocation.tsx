/** The allocation of a holder's portfolio for staff; a holding opens its details as on the client's page. */
import type { Portfolio } from "@portico/api/portfolios.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { AllocationPart } from "../holdings/allocation-part.tsx";
import { PortfolioFrame } from "../portfolio-frame.tsx";

/** Shown within the provider of the holder, whose details it opens. */
export function HolderAllocation({ holder, data }: { holder: Holder; data: Portfolio }) {
  const t = useText();
  const [pointed, setPointed] = useState<string>();
  const { instruments: rows } = data;
  return (
    <PortfolioFrame totals={data} rows={rows} onRequest={undefined}>
      <Section title={t("portfolios.allocation.title")}>
        <AllocationPart holder={holder} rows={rows} totals={data} pointed={pointed} onPoint={setPointed} />
      </Section>
    </PortfolioFrame>
  );
}
