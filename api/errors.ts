/**
 * Every error code and its HTTP status. The code is the body of the answer and the key of its wording (`error.<code>`
 * in the catalogues).
 */
export const errorStatus = {
  /** The request does not match its declaration; `errors` names the fields. Correct the fields and send again. */
  badInput: 400,
  /** The body is not valid JSON. */
  malformedJson: 400,
  /** The body contradicts the session (creator, address …). */
  contradictsSession: 400,
  /** The new password is among the commonly leaked ones. Choose another. */
  passwordLeaked: 400,
  /** A key was sent in an address, where logs keep it. It is revoked: send a new one in the Authorization header. */
  keyExposed: 400,
  /** The current password, required for a change, is wrong. */
  wrongPassword: 400,
  /** No valid session: sign in again. */
  unauthenticated: 401,
  /** E-mail and password do not match (also for an unknown e-mail). */
  invalidCredentials: 401,
  /** The one-time code is wrong; try again. */
  invalidCode: 401,
  /** The one-time code is used, expired, or blocked after wrong attempts; request a new one. */
  expiredCode: 401,
  /** The account was disabled by the firm. */
  accountDisabled: 401,
  /** Signed in, but the role may not do this. */
  forbidden: 403,
  /** No machine's key may make this call, whatever its scopes. */
  notForMachines: 403,
  /** The key lacks the scope of this call; `scope` of the problem names it. */
  scopeMissing: 403,
  /** The key may not be used from this address. */
  addressRefused: 403,
  /** A fresh one-time code is required first (check-validation). */
  freshCodeNeeded: 403,
  /** A password was reset recently: wait 24 hours or confirm with another factor. */
  coolingOff: 403,
  /** The firm requires a second factor of its staff: set one up in the profile first. */
  secondFactorNeeded: 403,
  /** Staff are in view-as: nothing can be changed. */
  readOnly: 403,
  /** It does not exist, or the caller may not know of it. */
  notFound: 404,
  /** The holder has no client number yet, so there is no portfolio. */
  noClientNumber: 404,
  /** A custodian's system keeps the holder's ledger, which does not say what was known when. */
  ledgerElsewhere: 404,
  /** Staff of this firm sign in through its identity provider. */
  useProvider: 403,
  /** The identity provider's answer does not stand up to the checks, or it refused. */
  providerRefused: 403,
  /** Somebody gave up at the identity provider, or it does not let them in. */
  signInDenied: 403,
  /** The identity provider names no group that has a role here. */
  noStaffGroup: 403,
  /** The identity provider does not vouch for the e-mail address of somebody whom the portal does not know. */
  emailUnverified: 403,
  /** An administrator has to confirm first that this is the colleague with the same e-mail address. */
  linkWaits: 403,
  /** The account is not one of staff. */
  notStaff: 403,
  /** The identity provider did not ask for a second factor. */
  secondFactorMissing: 403,
  /** An emergency admin signs in with a password, not through a provider. */
  emergencyOnly: 403,
  /** The portal does not know this person of the identity provider, and makes no accounts for its people. */
  unknownPerson: 403,
  /** The method is not offered at this path. */
  methodNotAllowed: 405,
  /** The client took too long to send its request. */
  requestTimeout: 408,
  /** Registration: the firm does not take registrations yet, or has withdrawn its terms or privacy notice. */
  registrationClosed: 409,
  /** The firm's terms or privacy notice are not published in each language: clients could not read them when they are invited. */
  documentsMissing: 409,
  /** Registration: the e-mail already has an account. */
  emailInUse: 409,
  /**
   * The thing is no longer in the state that this action requires; load it again. For an upload, `offset` of the problem
   * says where to continue.
   */
  stateConflict: 409,
  /** The client number already belongs to another holder. */
  clientNumberInUse: 409,
  /** An open proposal assigns the client number to another holder; `by` of the problem says who proposed it. */
  clientNumberReserved: 409,
  /** A colleague decided the proposal first; `by` of the problem says who. */
  proposalDecided: 409,
  /** Marked prices or rates of the import are not accepted yet. Review and accept each first. */
  quotesNotAccepted: 409,
  /** A question of the import's preview has no answer yet. */
  questionsOpen: 409,
  /** The holder's risk profile or horizon does not allow the definition; the fit says why. */
  doesNotFit: 409,
  /** Something else refers to it: a request, a form, a contract. */
  inUse: 409,
  /** The deadline of the corporate action is over. */
  deadlinePassed: 409,
  /** Clients may still elect: the corporate action can be applied after their deadline. */
  deadlineAhead: 409,
  /** The holder had no unit of the instrument at the close before the ex-day. */
  notEntitled: 409,
  /** The holder must be an approved client first. */
  notApproved: 409,
  /** The form may only be approved once the holder has a signed contract; `contract` of the problem names its type. */
  contractMissing: 409,
  /** Whoever the form names is not screened yet, or a candidate waits for a decision; `count` of the problem says how many do. For staff alone. */
  screeningOpen: 409,
  /** The person who proposed a change, or filled in a form, cannot be the one who confirms it. */
  fourEyes: 409,
  /** Four eyes require two active admins, because the proposer cannot confirm. Appoint another first. */
  tooFewAdmins: 409,
  /** The last administrator who can sign in without the identity provider. */
  lastEmergencyAdmin: 409,
  /** Values that clients have would not fit the new type of the field; `count` of the problem says of how many. */
  valuesDoNotFit: 409,
  /** A job of the firm that runs or waits already. */
  jobRunning: 409,
  /** The person is a client of the firm: staff have an account of their own. */
  isClient: 409,
  /** The person is staff of the firm: who is its client, too, has another account for that. */
  isStaff: 409,
  /** The invitation is for another address than the account's: it is accepted with the account of that address. */
  otherAddress: 409,
  /** The same change of this holder is already proposed; `by` of the problem says who proposed it. */
  proposalOpen: 409,
  /** Others match the filter than when it was looked at: look at the preview again. */
  selectionChanged: 409,
  /** The minute is over in which the change could be undone; who is told of it is told. */
  undoOver: 409,
  /** A colleague works on it already; `by` of the problem says who. */
  claimed: 409,
  /** The name is already in use. */
  nameInUse: 409,
  /** The text is not the one that was read: load it and read it again. */
  textChanged: 409,
  /** The typed name is not the account's, and the signer has not answered the question about it (`requestCode`). */
  nameDiffers: 409,
  /** A colleague answered meanwhile; `by` of the problem says who. Read the answer and send again. */
  newerAnswer: 409,
  /** The ticket was merged into another one; `ticket` of the problem says which. The text can be sent there. */
  ticketMerged: 409,
  /** Representatives must still confirm the withdrawal: somebody who confirmed it no longer acts for the company. */
  signersMissing: 409,
  /** A withdrawal that reserved cash is done when its payment is matched with the ledger. */
  matchNeeded: 409,
  /** A payment with the withdrawal's reference is booked: it can no longer be cancelled. Staff look at it. */
  paymentBooked: 409,
  /** The same key was sent before with different content. */
  keyReused: 409,
  /** The content of a stored file is missing or damaged: it has to come back from a backup. The log says which. */
  fileLost: 410,
  /** The body is larger than this call accepts. */
  tooLarge: 413,
  /** The body's type is not accepted by this call. */
  unsupportedType: 415,
  /** The file has no byte of the range that was asked for; Content-Range says its size. */
  rangeNotSatisfiable: 416,
  /** The file is refused: an import lists line and reason; for an upload `errors` says why. */
  fileRefused: 422,
  /** The contract's text cannot become a PDF: a value or a sign is missing. The preview says where. */
  contractText: 422,
  /** Too many attempts; wait as long as Retry-After says. */
  tooManyRequests: 429,
  /** The form cannot be submitted yet; `errors` names the fields. */
  formIncomplete: 422,
  /** Unexpected error; the log has the request id. */
  generic: 500,
  /** An external system returned an invalid answer. */
  badGateway: 502,
  /** The database or another component is temporarily unavailable. */
  unavailable: 503,
  /** The firm's identity provider cannot be reached or does not work; try again later. */
  providerAway: 503,
  /** The firm's SharePoint cannot be reached or does not work; try again later. */
  sharepointAway: 503,
  /** The firm's SharePoint has no room for the file. */
  sharepointFull: 507,
  /** The custodian did not answer in time. */
  timedout: 504,
  /** The database's answer to the commit was lost: what was sent may be stored or not. Look before sending it again. */
  outcomeUnknown: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Why a single field was refused. Wording: `field.<code>`. */
export const fieldCodes = [
  "required",
  "unknown",
  "wrongType",
  "tooShort",
  "tooLong",
  "unprintable",
  "hiddenCharacter",
  "tooSmall",
  "tooBig",
  "moreThanHeld",
  "otherCurrency",
  "notAllowed",
  "badFormat",
  "unusual",
  "personGone",
  "badEmail",
  "badPhone",
  "badDate",
  "badChecksum",
  "badLength",
  "unknownCountry",
  "inPast",
  "inFuture",
  "tooYoung",
  "tooLongAgo",
  "tooFarAhead",
  "beforeBirth",
  "validTooLong",
  "notLatin",
  "badName",
  "badPostcode",
  "residencePostBox",
  "seatPostBox",
  "beforeStart",
  "overHundred",
  "notHundred",
  "aboveMaximum",
  "underHundred",
  "ownershipCircle",
  "unknownOwner",
  "unknownInstrument",
  "twice",
  "timesOverlap",
  "endBeforeStart",
  "neverOpen",
  "lowContrast",
  "unknownPlaceholder",
  "missingPlaceholder",
  "badMessage",
  "textChanged",
  "notShown",
  "toFill",
  "disagreesWithBirthDate",
  "countryIssuesNumbers",
  "numberIsKnown",
  "notYours",
  "firmsAccount",
  "clientsAccount",
  "notOver",
  "notCalendarYear",
  "notReviewed",
  "ibanNeeded",
  "levEnded",
  "otherCountry",
  "accountGone",
  "accountNotConfirmed",
  "accountRefused",
  "accountWaits",
  "notAccountEmail",
  "refusedType",
  "fileGone",
  "infected",
  "fileEmpty",
  "fileTooBig",
  "quotaFull",
  "wrongHash",
  "wrongEnding",
  "unreadableFile",
  "tooManyPixels",
  "pictureTooSmall",
  "lockedPdf",
  "restrictedPdf",
  "certifiedPdf",
  "signedPdf",
  "activePdf",
  "activeOffice",
  "hiddenContent",
  "forbiddenName",
  "ownAddress",
  "staffAddress",
  "hasAccess",
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** What is wrong with a field: where it is in the request, with dots, and in a long text the line, counted from 1. */
export interface FieldError {
  path: string;
  code: FieldCode;
  line?: number;
}

/** RFC 9457 problem, for callers that accept `application/problem+json`. */
export interface Problem {
  type: "about:blank";
  title: string;
  status: number;
  code: ErrorCode;
  errors?: FieldError[];
  /** The member of staff who caused the conflict. */
  by?: string;
  /** Number of bytes that the upload has. */
  offset?: number;
  /** The type of the contract that is missing. */
  contract?: string;
  /** The ticket in which a merged one continues. */
  ticket?: number;
  /** How many there are of what prevents it. */
  count?: number;
  /** The scope that the machine's key lacks. */
  scope?: string;
  requestId?: string;
}

/** What the typed client throws for every failed call. `code` is `generic` if the answer could not be read. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[];
  readonly by: string | undefined;
  readonly offset: number | undefined;
  readonly contract: string | undefined;
  readonly ticket: number | undefined;
  readonly count: number | undefined;
  readonly requestId: string | undefined;
  /** Seconds until a retry makes sense, if the server sent Retry-After. */
  readonly retryAfter: number | undefined;
  /** The call that failed only reads: nothing was to be sent. */
  readonly isRead: boolean;
  constructor(
    problem: Pick<
      Problem,
      "code" | "status" | "errors" | "by" | "offset" | "contract" | "ticket" | "count" | "requestId"
    > & {
      retryAfter?: number;
      isRead?: boolean;
    },
  ) {
    super(problem.code);
    this.name = "ApiError";
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    this.by = problem.by;
    this.offset = problem.offset;
    this.contract = problem.contract;
    this.ticket = problem.ticket;
    this.count = problem.count;
    this.requestId = problem.requestId;
    this.retryAfter = problem.retryAfter;
    this.isRead = problem.isRead ?? false;
  }
}
