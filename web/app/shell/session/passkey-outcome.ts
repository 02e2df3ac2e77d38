/** How the browser's own dialog for passkeys ended. */

/** The person closed it, or the device had no passkey to offer: browsers do not tell a page which. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

/** The device has a passkey for the account already. */
export const isAlreadyThere = (error: unknown): boolean => error instanceof Error && error.name === "InvalidStateError";
