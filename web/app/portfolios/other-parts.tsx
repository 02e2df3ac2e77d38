/** The parts of the portfolio page besides its overview: each is loaded when it is opened. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { useFirmToday } from "../shell/firm-day.ts";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { loadedPart } from "../ui/loaded-part.tsx";
import { Section } from "../ui/section.tsx";
import { Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { FindPart } from "./find/find-part.tsx";
import { IncomePart } from "./income/income-part.tsx";
import type { OtherPart } from "./parts.ts";
import { RangePicker } from "./performance/range-picker.tsx";
import { useRange } from "./performance/use-range.ts";
import type { PortfolioTotals } from "./portfolio-state.ts";
import { ResultsPart } from "./results/results-part.tsx";
import { ReturnsPart } from "./returns/returns-part.tsx";
import { SalesPart } from "./sales/sales-part.tsx";

const OrdersTable = loadedPart(
  async () => ({ default: (await import("./entries/orders-table.tsx")).OrdersTable }),
  () => <Loading />,
);
const TransactionsTable = loadedPart(
  async () => ({ default: (await import("./entries/transactions-table.tsx")).TransactionsTable }),
  () => <Loading />,
);

interface OtherPartsProps {
  part: OtherPart;
  totals: PortfolioTotals;
  rows: InstrumentRow[];
}

export function OtherParts({ part, totals, rows }: OtherPartsProps) {
  const { clientNumber } = useActiveHolder();
  const today = totals.valuationDay;
  switch (part) {
    case "results":
      return <ResultsPart today={today} rows={rows} clientNumber={clientNumber} />;
    case "returns":
      return <ReturnsPart today={today} />;
    case "income":
      return <IncomePart />;
    case "sales":
      return <SalesPart today={today} />;
    case "find":
      return <FindPart rows={rows} contractCurrency={totals.contractCurrency} />;
    default:
      return <Entries part={part} />;
  }
}

function Entries({ part }: { part: "orders" | "transactions" }) {
  const t = useText();
  const today = useFirmToday();
  const [range, setRange] = useRange(today);
  const widen = () => setRange(presetRange("all", today));
  const Table = part === "orders" ? OrdersTable : TransactionsTable;
  return (
    <Section title={t(`portfolios.page.${part}`)}>
      <RangePicker key={range.preset} range={range} onChange={setRange} today={today} />
      <Table key={part} range={range} onWiden={widen} enabled />
    </Section>
  );
}
