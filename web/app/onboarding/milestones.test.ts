import { expect, test } from "vitest";
import type { ContractTurn } from "../holders/required-contract-turn.ts";
import { listMilestones } from "./milestones.ts";

const summary = (...stage: Parameters<typeof listMilestones>) =>
  listMilestones(...stage).map(({ id, status, ball }) => [id, status, ...(ball ? [ball] : [])].join(" "));

test("a new client has opened the account, and it is their turn to fill the form in", () => {
  expect(summary({ state: "preKYC", submitted: false, hasNumber: false })).toEqual([
    "account done",
    "form now you",
    "review later",
    "number later",
  ]);
});

test("who sent the form waits for us; who is approved waits for the number; then nothing is left", () => {
  expect(summary({ state: "pendingKYC", submitted: true, hasNumber: false })[2]).toBe("review now we");
  expect(summary({ state: "postKYC", submitted: true, hasNumber: false })[3]).toBe("number now we");
  expect(listMilestones({ state: "postKYC", submitted: true, hasNumber: true }).every((m) => m.status === "done")).toBe(
    true,
  );
});

test("a renewal is the form and its review, not the way to becoming a client", () => {
  expect(summary({ state: "pendingReKYC", submitted: false, hasNumber: true })).toEqual([
    "form now you",
    "review later",
  ]);
  expect(summary({ state: "pendingReKYC", submitted: true, hasNumber: true })).toEqual(["form done", "review now we"]);
  expect(summary({ state: "returnedKYC", submitted: false, hasNumber: true })).toEqual([
    "form now you",
    "review later",
  ]);
  expect(summary({ state: "returnedKYC", submitted: false, hasNumber: false })).toHaveLength(4);
});

test("a contract that the approval requires is a step: whose turn it is, also while the form is reviewed", () => {
  const sent = { state: "pendingKYC", submitted: true, hasNumber: false } as const;
  const step = (contract: ContractTurn, stage: Parameters<typeof listMilestones>[0] = sent) =>
    summary({ ...stage, contract }).filter((one) => one.startsWith("contract"));
  expect(summary({ ...sent, contract: "youSign" })).toEqual([
    "account done",
    "form done",
    "contract now you",
    "review now we",
    "number later",
  ]);
  expect(step("othersSign")).toEqual(["contract now"]);
  expect([step("firmSends"), step("firmSigns")].flat()).toEqual(["contract now we", "contract now we"]);
  expect(step("signed")).toEqual(["contract done"]);
  const begun = { state: "preKYC", submitted: false, hasNumber: false } as const;
  expect(step("firmSends", begun)).toEqual(["contract later"]);
  expect(step("youSign", begun)).toEqual(["contract now you"]);
  const approved = { state: "postKYC", submitted: true, hasNumber: false } as const;
  expect(step("youSign", approved), "approved before it was required").toEqual([]);
  expect(step("signed", approved)).toEqual(["contract done"]);
});
