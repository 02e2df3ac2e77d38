import { expect, test } from "vitest";
import { packageOf, undeclaredPackage } from "./declared-packages.ts";

test.each([
  ["kysely", "kysely"],
  ["@portico/api/errors.ts", "@portico/api"],
  ["vitest/config", "vitest"],
  ["./file.ts", undefined],
  ["node:fs", undefined],
])("%s is of the package %s", (specifier, expected) => {
  expect(packageOf(specifier)).toBe(expected);
});

test.each([
  ["server/app.ts", "fastify", undefined],
  ["kyc/bic.ts", "fastify", "fastify"],
  ["kyc/bic.ts", "@portico/server/app.ts", "@portico/server"],
  ["kyc/bic.test.ts", "vitest", undefined],
  ["kyc/bic.ts", "@portico/kyc/iban.ts", undefined],
  ["tools/fonts.ts", "fastify", "fastify"],
] as const)("%s that imports %s does not declare %s", (file, specifier, expected) => {
  expect(undeclaredPackage(file, specifier)).toBe(expected);
});
