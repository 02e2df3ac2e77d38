/** Values for a call's parts, from its JSON schema: mostly valid, often at a limit, sometimes hostile. One seed, one series. */

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: Schema | boolean;
}

export interface Random {
  /** From 0 to below 1. */
  next(): number;
  below(limit: number): number;
  any<T>(values: readonly T[]): T;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, any: (values) => values[below(values.length)] as (typeof values)[number] };
}

const texts = [
  "",
  " ",
  "a",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\r\nBcc: x@y.example",
  "\u202egnp.exe",
  "%00",
  "%",
  "../../etc/passwd",
  "' or 1=1 --",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "null",
  "true",
  "-0",
  "1e309",
  "0x10",
  "９９",
  "Ivan Иван Łódź 中文 🏦",
  "x".repeat(500),
  "я".repeat(5000),
  "2026-02-30",
  "9999-12-31",
  "0000-01-01",
  "2026-11-27T00:00:00.000Z",
  "infinity",
  "BG80BNBG96611020345678",
  "US0378331005",
  "00000000-0000-4000-8000-000000000000",
  "a@b.example",
  "user",
  "company",
  "EUR",
  "KYC",
];
const numbers = [
  0,
  1,
  -1,
  2,
  3,
  4,
  5,
  1.5,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  1e21,
  -1e-7,
];
const oddities: unknown[] = [null, true, [], {}, [[]], [null], { toString: 1 }, { $gt: "" }, { length: -1 }];

export function anything(random: Random): unknown {
  const chance = random.next();
  if (chance < 0.5) return random.any(texts);
  if (chance < 0.8) return random.any(numbers);
  return random.any(oddities);
}

const formats: Record<string, readonly string[]> = {
  date: ["2026-11-27", "2024-02-29", "1900-01-01", "9999-12-31", "2026-13-01"],
  "date-time": ["2026-11-27T10:00:00.000Z", "2026-11-27T10:00:00Z", "0001-01-01T00:00:00Z"],
  uuid: ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "00000000-0000-4000-8000-000000000000"],
  email: ["client1@bench.example", "x@y.example", "ü@ü.example"],
  uri: ["https://example.com", "javascript:alert(1)", "http://[::1]"],
};

function textFor({ format, minLength = 0, maxLength }: Schema, random: Random): string {
  if (format && formats[format] && random.next() < 0.8) return random.any(formats[format]);
  const text = random.any(texts);
  if (random.next() < 0.1 && maxLength !== undefined && maxLength < 20_000)
    return "w".repeat(maxLength + random.below(2));
  return text.length < minLength && random.next() < 0.8 ? text.padEnd(minLength, "z") : text;
}

function numberFor({ minimum, maximum, type }: Schema, random: Random): number {
  const chance = random.next();
  if (chance < 0.6) return Math.max(minimum ?? 0, 1) + random.below(5);
  if (chance < 0.7 && minimum !== undefined) return minimum - random.below(2);
  if (chance < 0.8 && maximum !== undefined) return maximum + random.below(2);
  const number = random.any(numbers);
  return type === "integer" && random.next() < 0.7 ? Math.trunc(number) : number;
}

/** A value for the schema; about one in forty parts is something else entirely. */
export function valueFor(schema: Schema, random: Random, depth = 0): unknown {
  if (depth > 8 || random.next() < 0.025) return anything(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.any(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueFor(random.any(choices), random, depth + 1);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => valueFor(part, random, depth + 1) as object));
  const type = Array.isArray(schema.type) ? random.any(schema.type) : schema.type;
  if (type === "object" || schema.properties) return objectFor(schema, random, depth);
  if (type === "array") {
    const count = (schema.minItems ?? 0) + random.below(random.next() < 0.05 ? 60 : 3);
    return Array.from({ length: count }, () => valueFor(schema.items ?? {}, random, depth + 1));
  }
  if (type === "string") return textFor(schema, random);
  if (type === "integer" || type === "number") return numberFor(schema, random);
  if (type === "boolean") return random.next() < 0.5;
  if (type === "null") return null;
  return anything(random);
}

function objectFor(
  { properties = {}, required = [], additionalProperties }: Schema,
  random: Random,
  depth: number,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(properties))
    if (random.next() < (required.includes(name) ? 0.98 : 0.4)) made[name] = valueFor(part, random, depth + 1);
  if (typeof additionalProperties === "object")
    for (let count = random.below(3); count > 0; count--)
      made[random.any(texts)] = valueFor(additionalProperties, random, depth + 1);
  if (random.next() < 0.02) made[random.any(["__proto__", "constructor", "id", "role", ""])] = anything(random);
  return made;
}
