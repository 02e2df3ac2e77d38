/** What a file that staff upload may contain. Without zod, so that pages may load it. */
export const importKinds = ["statement", "prices", "rates"] as const;
