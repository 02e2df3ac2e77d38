/** What was shipped when the firm last decided about a text, so that a newer version of the portal can ask again. */
export { findShipped, noteShipped } from "./shipped.queries.ts";
