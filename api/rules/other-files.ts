/** Kinds of files that are recognised, but not read. Wording: `imports.otherFile.<kind>`. */
export const otherFiles = ["json", "swift", "ofx", "camt", "semt", "iso20022"] as const;
export type OtherFile = (typeof otherFiles)[number];
