import { describe, expect, it } from "vitest";
import { colourOfStatus } from "./status-badge.tsx";

describe("status colours", () => {
  it.each([
    ["green", ["client", "approved", "postKYC"]],
    ["red", ["rejected", "rejectedByClient", "rejectedByAdmin", "disabled"]],
    ["blue", ["internal", "office", "awaitingAdmin", "admin"]],
    ["orange", ["returnedKYC", "awaitingClient", "pendingKYC", "pendingReKYC"]],
    ["grey", ["preKYC", "closed"]],
  ])("%s", (colour, states) => {
    for (const state of states) expect(colourOfStatus(state)).toBe(colour);
  });
});
