/** An answer with a stamp: a caller who has the answer of the same stamp need not be sent it again. */

/** Two answers of one call to one address with the same stamp are equal; the stamp was read before the data. */
export class Stamped<Answer> {
  readonly stamp: string;
  readonly read: () => Promise<Answer>;
  constructor(stamp: string, read: () => Promise<Answer>) {
    this.stamp = stamp;
    this.read = read;
  }
}

/** The answer, whether or not it has a stamp. */
export const answerOf = <Answer>(found: Answer | Stamped<Answer>): Answer | Promise<Answer> =>
  found instanceof Stamped ? found.read() : found;
