/** The colour schemes that people choose from. Without zod, so that pages may load it. */
export const themes = ["light", "dark", "auto"] as const;
