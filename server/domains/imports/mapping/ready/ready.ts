/** Mappings of known brokers. A changed one gets a new version; an import keeps the one that read it. */
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import { degiro } from "./degiro.ts";
import { revolut } from "./revolut.ts";
import { saxo } from "./saxo.ts";
import { swissquote } from "./swissquote.ts";
import { trading212 } from "./trading212.ts";
import { xtb } from "./xtb.ts";

export const readyMappings: readonly NamedMapping[] = [
  ...swissquote,
  ...saxo,
  ...trading212,
  ...degiro,
  ...xtb,
  ...revolut,
];
