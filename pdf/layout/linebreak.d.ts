declare module "linebreak" {
  /** Finds where a line may be broken (Unicode annex 14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
