/** An export contains all matching rows, up to what a spreadsheet can open. */
export const exportLimit = 100_000;
