/** An answer is cached under the call's name and its input; no key is written by hand. */
import type { LooseInput } from "@portico/api/client.ts";

/** A function of the typed client. */
export interface AnyCall {
  (input: never): Promise<unknown>;
  readonly callName: string;
}
export type InputOf<C extends AnyCall> = C extends () => unknown
  ? Record<string, never>
  : Omit<Parameters<C>[0], "signal">;
export type AnswerOf<C extends AnyCall> = Awaited<ReturnType<C>>;
export type CallInput = Pick<LooseInput, "params" | "query">;
export type Key = readonly [callName: string, input: CallInput, variant?: unknown];

/** `variant`: the cached value is derived from the call's answer. */
export const keyOf = ({ callName }: Pick<AnyCall, "callName">, input: CallInput = {}, variant?: unknown): Key =>
  variant === undefined ? [callName, input] : [callName, input, variant];
