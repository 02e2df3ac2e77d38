/** States of the demo beside the portal, and what stands against loading one. */

export const demoStates = ["loading", "on", "failed"] as const;

/** `notEmpty`: there are clients or books. `notInstalled`: without demo or embedded database. `severalProcesses`: more than one serves. */
export const demoObstacles = ["notEmpty", "notInstalled", "severalProcesses"] as const;
/** What there is to see of a person of the demo: portfolios of its clients. */
export const demoPortfolios = ["tenYears", "manyCurrencies", "small", "empty", "none", "slowCustodian"] as const;

export type DemoObstacle = (typeof demoObstacles)[number];
