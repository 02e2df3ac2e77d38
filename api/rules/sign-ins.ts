/** Closed lists and limits of sign-in analytics. Without zod, because pages load them. */

export const operatingSystems = ["Windows", "MacOS", "UNIX", "Linux", "no detection"] as const;
export const browserNames = ["chrome", "firefox", "safari", "opera", "edge", "no detection"] as const;

/** Why a sign-in is suspicious. */
export const suspicions = ["impossibleTravel", "manyFailures", "newCountry"] as const;
export type Suspicion = (typeof suspicions)[number];

/** Columns by which the list can be sorted; each has its index. */
export const signInSortColumns = ["created_at", "name", "ip", "country", "city", "os", "browserName"] as const;
export type SignInSortColumn = (typeof signInSortColumns)[number];
export type SignInSort = SignInSortColumn | `-${SignInSortColumn}`;
export const signInSorts = signInSortColumns.flatMap((column): SignInSort[] => [column, `-${column}`]) as [
  SignInSort,
  ...SignInSort[],
];

/** What the charts count by. */
export const figuresBy = ["day", "country", "city", "os", "browserName"] as const;
export type FiguresBy = (typeof figuresBy)[number];

/** Pages and exports reach this many rows of an order, and the count stops there. */
export const signInCap = 10_000;
/** A chart by place or device shows the most frequent. */
export const signInBars = 6;
/** Longest period of the charts, in days. */
export const figuresMaxDays = 1100;
