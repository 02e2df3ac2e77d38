/** Gathers the instruments that a file names, each once, whichever of their names a row uses. */
import { type FileInstrument, RefusedRow } from "./imports.file.ts";
import { isIsin } from "./imports.values.ts";

export interface InstrumentBook {
  readonly instruments: FileInstrument[];
  /** Index of the instrument, which is noted at its first mention and completed by later ones. */
  indexOf(instrument: FileInstrument): number;
}

/** Longest names of an instrument; its index and every list have to hold them. */
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

const tickerKey = ({ ticker, currency }: FileInstrument): string => `${ticker} ${currency}`;

/**
 * The ISIN decides where a row has one: the same paper is listed in several places under several contract ids. Without
 * it the contract id does, then ticker and currency.
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
      if (known.assetClass === "other") known.assetClass = instrument.assetClass;
      if (known.name === known.ticker) known.name = instrument.name;
      if (instrument.isin !== undefined) byIsin.set(instrument.isin, index);
      if (instrument.conid !== undefined && !byConid.has(instrument.conid)) byConid.set(instrument.conid, index);
      if (!byTicker.has(tickerKey(instrument))) byTicker.set(tickerKey(instrument), index);
      return index;
    },
  };
}

/** The text as an ISIN; undefined where it is none. */
export function isinOf(text: string | undefined): string | undefined {
  const upper = text?.trim().toUpperCase();
  return upper !== undefined && isIsin(upper) ? upper : undefined;
}

/** The most lasting name that a row itself has for its instrument: the row is recognised by it when it comes again. */
export const lastingName = ({ conid, isin, ticker }: FileInstrument): string =>
  conid === undefined ? (isin ?? ticker) : `conid ${conid}`;
