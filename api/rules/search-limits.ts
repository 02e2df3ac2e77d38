/** Limits of the search over all records. Without zod, because pages load it. */
export const searchLimits = {
  /** Characters of what is searched for. */
  longest: 120,
  /** Results of one kind, and of all. */
  ofKind: 8,
  ofAll: 30,
} as const;
