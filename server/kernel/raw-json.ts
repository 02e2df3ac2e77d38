/** An answer as JSON text that the database made: sent as it is. Its shape is checked by tests, not with each answer. */
export class RawJson<Answer> {
  readonly text: string;
  /** Never set: carries the type. */
  readonly answer?: Answer;
  constructor(text: string) {
    this.text = text;
  }
}
