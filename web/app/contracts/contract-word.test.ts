/** The wording of a contract's state. */
import { expect, test } from "vitest";
import { wordOf } from "./contract-word.ts";

const row = { signed: 0, client_reject_msg: null, admin_reject_msg: null };

test("an ended contract says whether it was rejected, with words, or withdrawn", () => {
  expect(wordOf({ ...row, state: "rejectedByClient", client_reject_msg: "Wrong address" })).toBe("rejectedByClient");
  expect(wordOf({ ...row, state: "rejectedByClient" })).toBe("withdrawnByClient");
  expect(wordOf({ ...row, state: "rejectedByAdmin", admin_reject_msg: "Too late" })).toBe("rejectedByFirm");
  expect(wordOf({ ...row, state: "rejectedByAdmin" })).toBe("withdrawnByFirm");
  expect(wordOf({ ...row, state: "rejected" })).toBe("ended");
});

test("a company's contract with a first signature awaits the other representatives", () => {
  expect(wordOf({ ...row, state: "awaitingClient" })).toBe("awaitsClient");
  expect(wordOf({ ...row, state: "awaitingClient", signed: 1 })).toBe("awaitsOthers");
});
