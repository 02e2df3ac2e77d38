/** Limits and words of webhooks. Without zod, so that pages may load it. */
export const webhookLimits = {
  endpoints: 20,
  /** Of an answer that are read and kept. */
  answerBytes: 2048,
  /** Messages with their attempts. */
  keptDays: 30,
  /** A message is tried for so long. */
  triedHours: 72,
  /** An endpoint that takes nothing for so long is disabled. */
  failingDays: 5,
  /** For so long after a change the secret before signs too. */
  rotationHours: 72,
} as const;

/** `noSecret`: nobody has made one, so nothing is sent. */
export const endpointStates = ["active", "noSecret", "paused", "disabled"] as const;
export type EndpointState = (typeof endpointStates)[number];
export const disabledReasons = ["gone", "failing"] as const;

export const deliveryStates = ["waiting", "delivered", "givenUp"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why there was no answer, or not one that counts. Wording: `admin.webhooks.failure.<code>`. */
export const attemptFailures = [
  "badAddress",
  "inside",
  "unknownName",
  "slow",
  "unreachable",
  "redirect",
  "gone",
  "refused",
] as const;
export type AttemptFailure = (typeof attemptFailures)[number];
