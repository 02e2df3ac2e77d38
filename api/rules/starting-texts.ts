/** The texts that the product ships for a firm to accept or change. */
import type { SettingName } from "../settings/shapes.ts";
import { type ContentPage, contentPages } from "./content.ts";

/** Settings that hold texts which clients read. */
export const textSettings = [
  "declarationTexts",
  "documentTypes",
  "ticketRules",
  "mailTexts",
] as const satisfies readonly SettingName[];
export type TextSetting = (typeof textSettings)[number];

export type StartingTextId = `page/${ContentPage}` | `setting/${TextSetting}` | "contract/agreement";
export const startingTextIds: readonly StartingTextId[] = [
  ...contentPages.map((page) => `page/${page}` as const),
  "contract/agreement",
  ...textSettings.map((name) => `setting/${name}` as const),
];

/**
 * `shipped`: nobody has decided; `draft`: begun, not in use; `accepted`: in use as it is shipped; `changed`: in use in the
 * firm's own words; `newer`: the product ships another text than when the firm decided.
 */
export const textStates = ["shipped", "draft", "accepted", "changed", "newer"] as const;
export type TextState = (typeof textStates)[number];
