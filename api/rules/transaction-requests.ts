/** What clients ask for, and the states of a request. Without zod, so that pages may load it. */
export const requestTypes = ["deposit", "withdrawal", "buy", "sell"] as const;
export const requestStates = ["open", "done", "declined", "withdrawn"] as const;
