/**
 * A call refused with a code of the closed list in api/errors.ts; thrown by policies and services, answered by
 * errors.ts.
 */
import { type ErrorCode, errorStatus, type FieldError } from "@portico/api/errors.ts";

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[];
  /** For staff: the person whose action prevents the call. */
  readonly by: string | undefined;
  /** For an upload: the number of bytes that it has. */
  readonly offset: number | undefined;
  /** The type of the contract that is missing. */
  readonly contract: string | undefined;
  /** The ticket in which a merged one continues. */
  readonly ticket: number | undefined;
  /** How many there are of what prevents the call. */
  readonly count: number | undefined;
  /** The scope that a machine's key lacks. */
  readonly scope: string | undefined;
  /** Seconds until a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;
  constructor(
    code: ErrorCode,
    more: {
      fields?: FieldError[];
      by?: string;
      offset?: number;
      contract?: string;
      ticket?: number;
      count?: number;
      scope?: string;
      retryAfter?: number;
    } = {},
  ) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.status = errorStatus[code];
    this.fields = more.fields ?? [];
    this.by = more.by;
    this.offset = more.offset;
    this.contract = more.contract;
    this.ticket = more.ticket;
    this.count = more.count;
    this.scope = more.scope;
    this.retryAfter = more.retryAfter;
  }
}

/** Work that did not get the processor time that it may use, for long: the machine has too much else to do. */
export class Overrun extends Refusal {
  constructor(retryAfter: number) {
    super("unavailable", { retryAfter });
    this.name = "Overrun";
  }
}
