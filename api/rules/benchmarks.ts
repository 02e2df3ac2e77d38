/** What benchmarks may be. Without zod, so that pages may load it. */

/** `instrument`: the price of an instrument. `series`: values from files. `blend`: of the two, with weights. */
export const benchmarkKinds = ["instrument", "series", "blend"] as const;
export type BenchmarkKind = (typeof benchmarkKinds)[number];

/** Whether income is in it: `price` without, `total` with. */
export const returnKinds = ["price", "total"] as const;
/** Of a blend also `mixed`: some of its parts are the one, some the other. */
export const shownReturnKinds = [...returnKinds, "mixed"] as const;

/** What an instrument or a series may measure, for attribution by class: the classes of instruments, and cash. */
export const benchmarkClasses = ["equity", "fund", "bond", "commodity", "other", "cash"] as const;
export type BenchmarkClass = (typeof benchmarkClasses)[number];
/** The key of what has no class. */
export const unclassified = "unclassified";

/** When the weights are restored: at the close of each month, or never. */
export const blendRebalancings = ["monthly", "drift"] as const;

/** To whom a benchmark is assigned, the nearest first. */
export const benchmarkScopes = ["holder", "group", "strategy", "firm"] as const;
export type BenchmarkScope = (typeof benchmarkScopes)[number];

/** A reader compares with so many at once. */
export const mostCompared = 3;

/** The id under which the instrument of the setting `portalRules.benchmarkIsin` is offered. */
export const benchmarkOfSetting = 0;

export const benchmarkLimits = { name: 120, parts: 12, source: 60 } as const;
/** Longest file of values, in characters, and its rows. */
export const benchmarkFileLimits = { length: 1_000_000, rows: 30_000 } as const;

/** Marks of a value that must be looked at first; as those of NAVs in a file. */
export const benchmarkMarks = ["digits", "jump", "weekend", "gap", "early"] as const;
