/** Something outside that the start needs is away: the message says what. Starting again may help. */
export class AwayError extends Error {
  override readonly name = "AwayError";
}
