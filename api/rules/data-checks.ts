/** What is checked of the firm's data, in the order of the page. Without zod, because pages load it. */

/** Checks of held instruments. */
export const instrumentChecks = ["prices", "isins", "facts"] as const;
export type InstrumentCheck = (typeof instrumentChecks)[number];

export const dataChecks = [
  "prices",
  "rates",
  "cash",
  "units",
  "accounts",
  "papers",
  "numbers",
  "isins",
  "facts",
  "texts",
] as const;
export type DataCheck = (typeof dataChecks)[number];

/** Papers that expire within so many days are counted, as the list of a compliance officer shows them at first. */
export const paperDays = 60;
