import { expect, test } from "vitest";
import { firstSource, otherSources } from "./second-factor.ts";

test("a mailed code is awaited only where mail is the one factor, since only then was it sent", () => {
  expect(firstSource(["mail"])).toBe("mail");
  expect(firstSource(["passkey", "mail"])).toBeUndefined();
  expect(firstSource(["authenticator", "passkey", "mail"])).toBe("authenticator");
  expect(firstSource(["passkey"])).toBeUndefined();
});

test("every other factor stays in reach, but none that the account lacks", () => {
  expect(otherSources(["mail"], "mail")).toEqual([]);
  expect(otherSources(["authenticator", "mail"], "authenticator")).toEqual(["mail"]);
  expect(otherSources(["passkey", "mail"], undefined)).toEqual(["mail"]);
  expect(otherSources(["authenticator", "passkey", "mail"], "mail")).toEqual(["authenticator"]);
});

test("a recovery code is offered beside the others and never first", () => {
  expect(firstSource(["authenticator", "recoveryCode"])).toBe("authenticator");
  expect(firstSource(["passkey", "recoveryCode"])).toBeUndefined();
  expect(otherSources(["authenticator", "recoveryCode"], "authenticator")).toEqual(["recoveryCode"]);
});
