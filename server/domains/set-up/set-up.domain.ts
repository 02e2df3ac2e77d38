/** What setting up declares for the server (server/declaration.ts). */
import { textSettings } from "@portico/api/rules/starting-texts.ts";
import type { Settings } from "../../declaration.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { noteShipped } from "../settings/shipped.ts";
import { shippedOf } from "./starting-texts.ts";

export * as mails from "./set-up.mails.ts";
export { setUpRoutes as routes } from "./set-up.routes.ts";

/** What was shipped when the firm decided about a text. */
export const settings: Settings = Object.fromEntries(
  textSettings.map((name) => [name, { saved: (tx: Tx) => noteShipped(tx, `setting/${name}`, shippedOf(name)) }]),
);
