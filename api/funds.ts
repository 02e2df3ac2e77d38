/** Target funds: the firm's definitions, the funds that they hold, and who joined them. */
import { definitionCalls } from "./funds/definitions.ts";
import { fundCalls } from "./funds/funds.ts";
import { joinCalls } from "./funds/joins.ts";

export type { StaffDefinition } from "./funds/definitions.ts";
export type { NavPreview } from "./funds/funds.ts";
export type * from "./funds/shapes.ts";

export const funds = { ...definitionCalls, ...fundCalls, ...joinCalls };
