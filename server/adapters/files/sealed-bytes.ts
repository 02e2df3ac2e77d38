/** The encrypted bytes of a content, wherever they are, and what is read from them. */
import { Refusal } from "../../kernel/refusal.ts";

/** The encrypted bytes, at any position. */
export interface SealedBytes {
  size: number;
  /**
   * The bytes from `start` to before `end`; fails if there are fewer. Each piece may be in the memory of the one before if
   * `reuse`.
   */
  read(start: number, end: number, options?: { reuse: boolean }): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** A content whose name and size were verified. */
export interface Opened {
  size: number;
  /** Verifies every chunk that it touches; the SHA-256 too if the whole content is read. */
  read(start: number, end: number): AsyncIterable<Buffer>;
}

/** The stored bytes are missing, or not those of the content that was asked for. */
export class DamagedContent extends Refusal {
  constructor(why: string, cause?: unknown) {
    super("fileLost");
    this.message = `The stored content was changed or is damaged: ${why}`;
    this.cause = cause;
  }
}

/** For `catch`: the error of a store that does not have the bytes. */
export const orMissing =
  (isMissing: (error: unknown) => boolean) =>
  (error: unknown): never => {
    throw isMissing(error) ? new DamagedContent(`it is missing (${(error as Error).message})`, error) : error;
  };
