/** Grows when the files of reports are drawn otherwise; what they say does not change with it. */
export const writerVersion = 2;
