/** How long a name may be; said where it is typed, in place of cutting it off. Without zod, for the pages. */
export const nameLimits = { view: 60, group: 80, field: 80, person: 120 } as const;
