/** Which closed steps open again. */
import { expect, test } from "vitest";
import { findReopened, isClosedStep, type Locks, withoutReopened } from "./closed-steps.ts";
import type { Fault, FormAnswers } from "./field.ts";

const before: FormAnswers = { identity: { firstName: "Ana" }, tax: { usPerson: false } };
const reopened = (locks: Locks, faults: Fault[], now: FormAnswers = before) =>
  findReopened("KYC", locks, { faults, now, before });
const accepted: Locks = { accepted: ["identity", "tax"], renew: null };
const renewal: Locks = { accepted: [], renew: ["document", "declarations"] };
const missing: Fault = { path: "tax.usTransfers", code: "required" };

test("a closed step with an error opens, in a returned form and in a renewal", () => {
  expect(reopened(accepted, [])).toEqual([]);
  expect(reopened(accepted, [missing])).toEqual(["tax"]);
  expect(reopened(renewal, [missing, { path: "document.documentExpires", code: "inPast" }])).toEqual(["tax"]);
  expect(withoutReopened(accepted, ["tax"])).toEqual({ accepted: ["identity"], renew: null });
  expect(withoutReopened(renewal, ["tax"])).toEqual({ accepted: [], renew: ["document", "declarations", "tax"] });
  expect(isClosedStep("tax", withoutReopened(renewal, ["tax"]))).toBe(false);
});

test("it stays open once it was changed, and a newer text of a declaration opens nothing", () => {
  const now = { ...before, tax: { usPerson: false, usTransfers: false } };
  expect(reopened(accepted, [], now)).toEqual(["tax"]);
  expect(reopened(accepted, [], { ...before, identity: { firstName: " Ana " } })).toEqual([]);
  expect(reopened(accepted, [{ path: "tax.taxCertification", code: "textChanged" }])).toEqual([]);
});
