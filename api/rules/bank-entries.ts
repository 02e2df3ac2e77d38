/** Without zod, so that pages may load them. Wording: `admin.bankEntries.state.<state>`. */
export const bankEntryStates = ["open", "booked", "own"] as const;
