/**
 * Every way a call can be refused: code → HTTP status. The code is the body of the answer and the key of its wording
 * (`error.<code>` in the catalogues). A code that is not here does not exist.
 */
export const errorStatus = {
  /** The request does not fit its declaration; `errors` names the fields. Mend the fields and send again. */
  badInput: 400,
  /** The body is not valid JSON. */
  malformedJson: 400,
  /** The body claims something that the session says otherwise (creator, address …). */
  contradictsSession: 400,
  /** The new password is among the commonly leaked. Choose another. */
  passwordLeaked: 400,
  /** The current password, asked for before a change, is wrong. */
  wrongPassword: 400,
  /** No valid session: sign in again. */
  unauthenticated: 401,
  /** E-mail and password do not belong together (also for an unknown e-mail). */
  invalidCredentials: 401,
  /** The one-time code is wrong; try again. */
  invalidCode: 401,
  /** The one-time code is used, too old, or died of wrong tries; ask for a new one. */
  expiredCode: 401,
  /** The account was disabled by the firm. */
  accountDisabled: 401,
  /** Signed in, and known, but the role may not do this. */
  forbidden: 403,
  /** A fresh one-time code is needed first (check-validation). */
  freshCodeNeeded: 403,
  /** A password was reset a short while ago; this waits 24 hours or takes another factor. */
  coolingOff: 403,
  /** The firm demands a second factor of its staff: set one up in the profile first. */
  secondFactorNeeded: 403,
  /** Staff look through a client's eyes: nothing can be changed. */
  readOnly: 403,
  /** There is no such thing, or the caller may not know of it. */
  notFound: 404,
  /** The holder has no client number yet, so there is no portfolio. */
  noClientNumber: 404,
  /** The method is not offered at this path. */
  methodNotAllowed: 405,
  /** The client took too long to send its request. */
  requestTimeout: 408,
  /** Registration: the e-mail already has an account. */
  emailInUse: 409,
  /** The thing is not in the state that this action leaves; load it again. */
  stateConflict: 409,
  /** The client number already belongs to another holder. */
  clientNumberInUse: 409,
  /** An open proposal wants the client number for another holder; `by` of the problem says who proposed it. */
  clientNumberReserved: 409,
  /** A colleague decided about the proposal first; `by` of the problem says who. */
  proposalDecided: 409,
  /** Marked prices or rates of the import are not accepted yet. Look at them and accept each first. */
  quotesNotAccepted: 409,
  /** The holder must be an approved client first. */
  notApproved: 409,
  /** The person who proposed a change, or filled in a form, cannot be the one who confirms it. */
  fourEyes: 409,
  /** With four eyes on there must be two active admins: who proposes confirms nothing. Appoint another first. */
  tooFewAdmins: 409,
  /** The same change of this holder waits already; `by` of the problem says who proposed it. */
  proposalOpen: 409,
  /** A name is taken already. */
  nameInUse: 409,
  /** The same key was sent before with another content. */
  keyReused: 409,
  /** The body is larger than this call takes. */
  tooLarge: 413,
  /** The body is of a type that this call does not take. */
  unsupportedType: 415,
  /** The file is not taken: the import tells line and reason; of an upload `errors` tells why. */
  fileRefused: 422,
  /** Too many tries; wait as long as Retry-After says. */
  tooManyRequests: 429,
  /** The form cannot be submitted yet; `errors` names the fields. */
  formIncomplete: 422,
  /** Anything unforeseen; the request id stands in the log. */
  generic: 500,
  /** An outside system answered wrongly. */
  badGateway: 502,
  /** The database or another part is away for a moment. */
  unavailable: 503,
  /** The custodian did not answer in time. */
  timedout: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Why a single field was refused. Wording: `field.<code>`. */
export const fieldCodes = [
  "required",
  "unknown",
  "wrongType",
  "tooShort",
  "tooLong",
  "tooSmall",
  "tooBig",
  "moreThanHeld",
  "notAllowed",
  "badFormat",
  "badEmail",
  "badPhone",
  "badDate",
  "badChecksum",
  "badLength",
  "unknownCountry",
  "inPast",
  "inFuture",
  "tooYoung",
  "notLatin",
  "badName",
  "badPostcode",
  "residencePostBox",
  "seatPostBox",
  "beforeStart",
  "overHundred",
  "ownershipCircle",
  "unknownOwner",
  "unknownInstrument",
  "twice",
  "textChanged",
  "disagreesWithBirthDate",
  "notYours",
  "notAccountEmail",
  "refusedType",
  "infected",
  "fileEmpty",
  "fileTooBig",
  "wrongEnding",
  "unreadableFile",
  "tooManyPixels",
  "pictureTooSmall",
  "lockedPdf",
  "activePdf",
  "hiddenContent",
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** RFC 9457 problem, as a caller gets it who accepts `application/problem+json`. */
export interface Problem {
  type: "about:blank";
  title: string;
  status: number;
  code: ErrorCode;
  errors?: { path: string; code: FieldCode }[];
  /** Of the staff: whose doing stands in the way. */
  by?: string;
  requestId?: string;
}

/** What the typed client throws for every refused call. `code` is `generic` where the answer could not be read. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: { path: string; code: FieldCode }[];
  readonly by: string | undefined;
  readonly requestId: string | undefined;
  /** Seconds until another try is worth it, where the server said so (Retry-After). */
  readonly retryAfter: number | undefined;
  constructor(problem: Pick<Problem, "code" | "status" | "errors" | "by" | "requestId"> & { retryAfter?: number }) {
    super(problem.code);
    this.name = "ApiError";
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    this.by = problem.by;
    this.requestId = problem.requestId;
    this.retryAfter = problem.retryAfter;
  }
}
