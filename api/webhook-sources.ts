/** Every domain with events that other systems are told of. */
export * as contracts from "./contracts/webhooks.ts";
export * as documents from "./documents/webhooks.ts";
export * as forms from "./forms/webhooks.ts";
export * as holders from "./holders/webhooks.ts";
export * as imports from "./imports/webhooks.ts";
export * as payments from "./payments/webhooks.ts";
export * as reportRuns from "./report-runs/webhooks.ts";
export * as tickets from "./tickets/webhooks.ts";
