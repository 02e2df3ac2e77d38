/** A currency code with its name in the reader's language, available to pointer and screen reader. */
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
