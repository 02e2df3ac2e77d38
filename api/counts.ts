/** Caps of the counts in staff lists. Without zod, because pages load it. */

/** Lists count up to this number, which then means "or more". Counting further costs more than it is worth. */
export const countCap = 1_000;
/** The cap for text searches: with more results, people narrow the search. */
export const searchCountCap = 100;
