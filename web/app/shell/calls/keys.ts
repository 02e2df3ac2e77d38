/** What is kept of a call's answer lies under the call's name and its input; nobody writes such a key by hand. */
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
export type AskedInput = Pick<LooseInput, "params" | "query">;
export type Key = readonly [callName: string, input: AskedInput, variant?: unknown];

/** `variant`: what is kept is not the call's answer itself, but made of it. */
export const keyOf = ({ callName }: Pick<AnyCall, "callName">, input: AskedInput = {}, variant?: unknown): Key =>
  variant === undefined ? [callName, input] : [callName, input, variant];
