/** A currency's code with its name in the reader's language, in reach of pointer and voice. */
import { useCurrencyNames } from "./currency-names.ts";

export function CurrencyCode({ code }: { code: string }) {
  const name = useCurrencyNames()(code);
  if (name === code) return code;
  return (
    <span title={name}>
      {code}
      <span className="visually-hidden"> ({name})</span>
    </span>
  );
}
