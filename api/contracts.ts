/** Contracts: templates of the firm, and the contracts of holders with their signatures. */
import { ofHolders } from "./contracts/endpoints.ts";
import { templates } from "./contracts/templates.ts";

export type * from "./contracts/shapes.ts";
export type { ContractBatch } from "./contracts/templates.ts";

export const contracts = { ...templates, ...ofHolders };
