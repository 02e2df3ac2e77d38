/** Of what the total of all portfolios is: the whole of what the person may see, or the person's share of it. */
export const totalsOf = ["whole", "share"] as const;
