/** How far staff's lists count. Without zod: the lists' pages read it. */

/** Lists count to this and no further: a count of this many means "or more". Beyond it a count costs more than it tells. */
export const countCap = 1_000;
/** The same where a text is searched for: whoever gets more narrows the search. */
export const searchCountCap = 100;
