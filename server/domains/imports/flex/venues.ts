/** Venues of Interactive Brokers by their market identifiers (ISO 10383). */
import { type FlexRow, textOf } from "./row.ts";

const identifiers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    NYSE: "XNYS",
    NASDAQ: "XNAS",
    ISLAND: "XNAS",
    ARCA: "ARCX",
    AMEX: "XASE",
    BATS: "BATS",
    IEX: "IEXG",
    // Xetra: shares, and funds.
    IBIS: "XETR",
    IBIS2: "XETR",
    FWB: "XFRA",
    FWB2: "XFRA",
    SWB: "XSTU",
    SWB2: "XSTU",
    GETTEX: "XMUN",
    GETTEX2: "XMUN",
    TGATE: "XGAT",
    SBF: "XPAR",
    AEB: "XAMS",
    "ENEXT.BE": "XBRU",
    BVL: "XLIS",
    BVME: "MTAA",
    "BVME.ETF": "ETFP",
    BM: "XMAD",
    VSE: "WBAH",
    HEX: "XHEL",
    WSE: "XWAR",
    SFB: "XSTO",
    CPH: "XCSE",
    OSE: "XOSL",
    PRA: "XPRA",
    BUX: "XBUD",
    LSE: "XLON",
    LSEETF: "XLON",
    EBS: "XSWX",
    SEHK: "XHKG",
    ASX: "XASX",
    TSE: "XTSE",
    TSEJ: "XTKS",
  }),
);
const american = new Set(["XNYS", "XNAS", "ARCX", "XASE", "BATS", "IEXG"]);

/**
 * The venue of a trade: where it was executed. An order for a paper listed in the United States is executed there, by many venues and their
 * combinations, so the listing stands for those that the table lacks. Undefined if neither is known.
 */
export function venueOf(row: FlexRow): string | undefined {
  const executed = identifiers.get(textOf(row, "exchange") ?? "");
  if (executed !== undefined) return executed;
  const listed = identifiers.get(textOf(row, "listingExchange") ?? "");
  return listed !== undefined && american.has(listed) ? listed : undefined;
}
