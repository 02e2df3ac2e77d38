/** The status of each step of the form. */
import { expect, test } from "vitest";
import { chooseStepMark } from "./step-marks.ts";

const marks = {
  locked: new Set(["identity"]),
  unanswered: [{ path: "contact.phone" }, { path: "bank" }],
  answers: { tax: { taxNumber: "1" }, work: { employment: "employed" }, knowledge: {} },
  faults: [
    { path: "tax.taxNumber", code: "badChecksum" as const },
    { path: "tax.taxCountry", code: "required" as const },
    { path: "work.profession", code: "required" as const },
    { path: "knowledge.experience", code: "required" as const },
  ],
};

test.each([
  ["identity", "locked", 0],
  ["contact", "remark", 0],
  ["bank", "remark", 0],
  ["tax", "wrong", 1],
  ["work", "gaps", 1],
  ["knowledge", "open", 0],
  ["declarations", "done", 0],
])("%s is %s", (step, mark, count) => {
  expect(chooseStepMark(step, marks)).toEqual({ mark, count });
});

test("nothing is called complete before the server has looked", () => {
  expect(chooseStepMark("declarations", { ...marks, faults: undefined }).mark).toBe("open");
});
