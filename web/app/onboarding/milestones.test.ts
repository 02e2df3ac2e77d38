import { expect, test } from "vitest";
import { milestonesOf } from "./milestones.ts";

const summary = (...stage: Parameters<typeof milestonesOf>) =>
  milestonesOf(...stage).map(({ id, status, ball }) => [id, status, ...(ball ? [ball] : [])].join(" "));

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
  expect(milestonesOf({ state: "postKYC", submitted: true, hasNumber: true }).every((m) => m.status === "done")).toBe(
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
