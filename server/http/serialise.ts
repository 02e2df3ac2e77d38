/** From an answer to its text: checked against its declaration, and fields that are not declared left out. */
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";

/** An answer that is frozen can never change, so its text is made once and goes with it. */
export const rememberingSerializer: FastifySerializerCompiler<z.ZodType> = (route) => {
  const serialise = serializerCompiler(route);
  const texts = new WeakMap<object, string>();
  return (answer: unknown): string => {
    if (typeof answer !== "object" || answer === null || !Object.isFrozen(answer)) return serialise(answer);
    const known = texts.get(answer);
    if (known !== undefined) return known;
    const text = serialise(answer);
    texts.set(answer, text);
    return text;
  };
};
