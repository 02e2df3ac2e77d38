/** When a comparison begins; apart from the ranges, which the first view of the portfolio loads. */

/** The first day that a range has: "all" begins long before the first that has a value. */
export const beginOf = ({ from, points }: { from: string; points: readonly { day: string }[] }): string => {
  const first = points[0]?.day;
  return first !== undefined && first > from ? first : from;
};
