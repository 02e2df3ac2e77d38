import { expect, test } from "vitest";
import { milestonesOf } from "./milestones.ts";

const told = (...stage: Parameters<typeof milestonesOf>) =>
  milestonesOf(...stage).map(({ id, standing, ball }) => [id, standing, ...(ball ? [ball] : [])].join(" "));

test("a new client has opened the account, and it is their turn to fill the form in", () => {
  expect(told({ state: "preKYC", submitted: false, hasNumber: false })).toEqual([
    "account done",
    "form now you",
    "review later",
    "number later",
  ]);
});

test("who sent the form waits for us; who is approved waits for the number; then nothing is left", () => {
  expect(told({ state: "pendingKYC", submitted: true, hasNumber: false })[2]).toBe("review now we");
  expect(told({ state: "postKYC", submitted: true, hasNumber: false })[3]).toBe("number now we");
  expect(milestonesOf({ state: "postKYC", submitted: true, hasNumber: true }).every((m) => m.standing === "done")).toBe(
    true,
  );
});

test("a renewal is the form and its review, not the way to becoming a client", () => {
  expect(told({ state: "pendingReKYC", submitted: false, hasNumber: true })).toEqual(["form now you", "review later"]);
  expect(told({ state: "pendingReKYC", submitted: true, hasNumber: true })).toEqual(["form done", "review now we"]);
  expect(told({ state: "returnedKYC", submitted: false, hasNumber: true })).toEqual(["form now you", "review later"]);
  expect(told({ state: "returnedKYC", submitted: false, hasNumber: false })).toHaveLength(4);
});
