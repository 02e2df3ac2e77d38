/**
 * Whether a call of the page server was answered with 404. By its status: the error is made by the server, which has
 * another copy of its class than the pages' own bundle.
 */
export const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "status" in error && error.status === 404;
