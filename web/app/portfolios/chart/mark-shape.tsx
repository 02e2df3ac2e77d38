/** The shape of a mark: kinds are told apart by it, not by colour. */
import type { MarkKind } from "@portico/api/portfolio-holding.ts";

const shapes: Record<MarkKind, string> = {
  purchase: "M6 1 11.5 11H.5Z",
  sale: "M6 11 .5 1h11Z",
  deliveryIn: "M6 .5 11 5v6H1V5Z",
  deliveryOut: "M1 1h10v6L6 11.5 1 7Z",
  exchange: "M3.5 1h5L11.5 6 8.5 11h-5L.5 6Z",
  income: "M6 .5 11.5 6 6 11.500.5 6Z",
};

export const MarkShape = ({ kind }: { kind: MarkKind }) => (
  <svg viewBox="0 0 12 12" width="12" height="12" focusable="false" aria-hidden="true">
    <path d={shapes[kind]} />
  </svg>
);
