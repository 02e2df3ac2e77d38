/** Names of the currencies (currencies.ts), apart from the table, which a page that shows names does not need. */
import type { Language } from "./shapes.ts";

/** Names of all currencies in one language, in a separate chunk. */
export async function loadCurrencyNames(language: Language): Promise<Readonly<Record<string, string>>> {
  switch (language) {
    case "bg":
      return (await import("./currency-names.bg.generated.ts")).currencyNames;
    case "pl":
      return (await import("./currency-names.pl.generated.ts")).currencyNames;
    case "en":
      return (await import("./currency-names.en.generated.ts")).currencyNames;
  }
}
