/** What a person types to find entries: words, and what of them may be an amount. Without zod, so that pages may load it. */

export interface SearchedWord {
  /** In lower case. */
  text: string;
  /** The amounts that it may be, as exact decimals without a sign: "1,234" is 1.234 in one language and 1234 in another. */
  amounts: string[];
}

/** More words than these add nothing. */
const mostWords = 6;

/** A number with one decimal separator, or with separators of thousands, in any of the portal's languages. */
const decimalNumber = /^[+\-−]?(\d+)(?:[.,](\d+))?$/;
const groupedNumber = /^[+\-−]?(\d{1,3}(?:[.,'](?=\d{3})\d{3})+)(?:[.,](\d+))?$/;

function amountsOf(word: string): string[] {
  const found = new Set<string>();
  const add = (whole: string, fraction = "") => {
    const digits = whole.replace(/^0+(?=\d)/, "");
    let decimals = fraction;
    while (decimals.endsWith("0")) decimals = decimals.slice(0, -1);
    found.add(decimals ? `${digits}.${decimals}` : digits);
  };
  const plain = decimalNumber.exec(word);
  if (plain?.[1] !== undefined) add(plain[1], plain[2]);
  const grouped = groupedNumber.exec(word);
  if (grouped?.[1] !== undefined) add(grouped[1].replace(/\D/g, ""), grouped[2]);
  return [...found];
}

/**
 * The words of a search. Up to three digits and groups of three after them ("1 234,56") are one amount, as the portal writes it.
 */
export function searchedWords(search: string): SearchedWord[] {
  const joined = search.replace(/(?<!\d)\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?!\d)/gu, (amount) =>
    amount.replace(/\s/gu, ""),
  );
  return joined
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => ({ text: word.toLowerCase(), amounts: amountsOf(word) }));
}
