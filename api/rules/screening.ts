/** Screening: states, decisions and limits. Without zod, for pages. */

/** Characters of a list's file, its entries, and names of one entry. A consolidated list of sanctions has some 30 million and 70,000. */
export const listLimits = { length: 80_000_000, entries: 250_000, names: 100, nameLength: 400 } as const;

export const listFormats = ["csv", "entities"] as const;
export const listStates = ["previewed", "refused", "active", "former", "discarded"] as const;
/** Why a line of a list is not taken, or with no line the file. */
export const listRefusalCodes = [
  "emptyFile",
  "unknownFormat",
  "missingColumn",
  "noEntries",
  "tooManyEntries",
  "malformedLine",
  "missingId",
  "missingName",
  "otherScript",
] as const;
export type ListRefusalCode = (typeof listRefusalCodes)[number];

/** `over`: asked anew for a newer list, or the person changed or left. */
export const candidateStates = ["open", "info", "proposed", "true", "false", "over"] as const;
export type CandidateState = (typeof candidateStates)[number];
export const openCandidateStates = ["open", "info", "proposed"] as const satisfies readonly CandidateState[];
/** Whether it waits for a decision. */
export const isOpenCandidate = ({ state }: { state: CandidateState }): boolean =>
  (openCandidateStates as readonly CandidateState[]).includes(state);

/** What a person does about a candidate; `true` takes two: one proposes, another confirms or declines. */
export const candidateActions = ["false", "info", "propose", "confirm", "decline", "withdraw", "reopen"] as const;
export type CandidateAction = (typeof candidateActions)[number];

/** From which states an action leads to which: nothing else is possible. */
export const candidateMoves: Readonly<
  Record<CandidateAction, { from: readonly CandidateState[]; to: CandidateState }>
> = {
  false: { from: ["open", "info"], to: "false" },
  info: { from: ["open"], to: "info" },
  propose: { from: ["open", "info"], to: "proposed" },
  confirm: { from: ["proposed"], to: "true" },
  decline: { from: ["proposed"], to: "open" },
  withdraw: { from: ["proposed"], to: "open" },
  reopen: { from: ["true", "false"], to: "open" },
};

/** In what candidates may be decided as false together: they are of one entry of the list, or of one person of ours. */
export const candidateLikeness = ["entry", "person"] as const;

export const subjectRoles = ["client", "representative", "owner", "controller", "payee"] as const;
export type SubjectRole = (typeof subjectRoles)[number];

/** Scores below the least would make candidates of strangers; above the most, a typing error hides a person. */
export const thresholdLimits = { least: 0.7, most: 0.95, usual: 0.8 } as const;
