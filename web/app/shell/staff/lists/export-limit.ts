/** An export is of all rows that match; a file of more than a spreadsheet opens is of no use to anybody. */
export const exportLimit = 100_000;
