/** Collects the instruments of a file, each once, whichever of their names a row uses. */
import { heldIn } from "@portico/ledger/fixed-rates.ts";
import { type FileInstrument, RefusedRow } from "./parsed-file.ts";
import { isIsin } from "./values.ts";

export interface InstrumentBook {
  readonly instruments: FileInstrument[];
  /** Index of the instrument, created when first mentioned and completed by later rows. */
  indexOf(instrument: FileInstrument): number;
}

/** Maximum lengths of an instrument's names, which its index and every list must fit. */
const longest = [
  ["ticker", 60],
  ["name", 200],
  ["conid", 60],
] as const;

function checkSizes(instrument: FileInstrument): void {
  for (const [field, most] of longest) {
    const text = instrument[field];
    if (text !== undefined && text.length > most) throw new RefusedRow("tooLong", `${field}: ${text}`);
  }
}

const tickerKey = ({ ticker, currency }: FileInstrument): string => `${ticker} ${heldIn(currency)}`;

/**
 * The ISIN decides if a row has one, because a security is listed on several exchanges under several contract ids.
 * Without it the contract id decides, then ticker and currency.
 */
export function instrumentBook(instruments: FileInstrument[] = []): InstrumentBook {
  const byIsin = new Map<string, number>();
  const byConid = new Map<string, number>();
  const byTicker = new Map<string, number>();

  function find(instrument: FileInstrument): number | undefined {
    const { isin, conid } = instrument;
    const isinIndex = isin === undefined ? undefined : byIsin.get(isin);
    if (isinIndex !== undefined) return isinIndex;
    const conidIndex = conid === undefined ? undefined : byConid.get(conid);
    if (conidIndex !== undefined) {
      const known = instruments[conidIndex] as FileInstrument;
      if (isin === undefined || known.isin === undefined) return conidIndex;
      return undefined;
    }
    if (isin !== undefined || conid !== undefined) return undefined;
    return byTicker.get(tickerKey(instrument));
  }

  return {
    instruments,
    indexOf(instrument) {
      checkSizes(instrument);
      let index = find(instrument);
      if (index === undefined) {
        index = instruments.length;
        instruments.push({ ...instrument });
      }
      const known = instruments[index] as FileInstrument;
      known.isin ??= instrument.isin;
      known.conid ??= instrument.conid;
      known.country ??= instrument.country;
      known.sector ??= instrument.sector;
      if (known.assetClass === "other") known.assetClass = instrument.assetClass;
      if (known.name === known.ticker) known.name = instrument.name;
      if (instrument.isin !== undefined) byIsin.set(instrument.isin, index);
      if (instrument.conid !== undefined && !byConid.has(instrument.conid)) byConid.set(instrument.conid, index);
      if (!byTicker.has(tickerKey(instrument))) byTicker.set(tickerKey(instrument), index);
      return index;
    },
  };
}

/** The text as an ISIN, or undefined. */
export function parseIsin(text: string | undefined): string | undefined {
  const upper = text?.trim().toUpperCase();
  return upper !== undefined && isIsin(upper) ? upper : undefined;
}

/** The most stable name of the row's instrument, used to recognise the row later. */
export const lastingName = ({ conid, isin, ticker }: FileInstrument): string =>
  conid === undefined ? (isin ?? ticker) : `conid ${conid}`;
