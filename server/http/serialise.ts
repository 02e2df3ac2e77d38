/** Serialises answers: checks them against the declaration and removes undeclared fields. */
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";

/** A frozen answer cannot change, so its text is created once and stored with it. */
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
