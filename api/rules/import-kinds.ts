/**
 * What a file that staff upload may contain. `positions` compares holdings and books nothing, `cash` is an account statement
 * of a bank, `lots` what a client brings along with its dates and costs. Without zod, so that pages may load it.
 */
export const importKinds = ["statement", "positions", "cash", "prices", "rates", "lots"] as const;
export type ImportKind = (typeof importKinds)[number];
/** How a file is written. Wording: `imports.format.<format>`. */
export const importFormats = [
  "ibFlex",
  "csv",
  "openWealth",
  "camt",
  "mt940",
  "mt535",
  "semt002",
  "mapped",
  "ecb",
] as const;
export type ImportFormat = (typeof importFormats)[number];
/** Of a ZIP of such files: how many, and their bytes unpacked. */
export const importArchiveLimits = { entries: 100, bytes: 80 * 1024 * 1024 } as const;
