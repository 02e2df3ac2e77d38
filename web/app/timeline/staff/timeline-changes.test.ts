import { textIn } from "@portico/messages/server-text.ts";
import { expect, test } from "vitest";
import { timelineChanges } from "./timeline-changes.ts";

const t = textIn("en");

test("a change of groups names those that were added and removed", () => {
  expect(
    timelineChanges(t, {
      action: "user.groupsSet",
      before: { groups: ["News", "Quarterly"] },
      after: { groups: ["Quarterly", "Funds", "Tax"] },
    }),
  ).toEqual(["Added: Funds, Tax", "Removed: News"]);
});

test("a bank account is named, and what changed of it", () => {
  const account = {
    account: 3,
    name: "Main",
    number: "BG80 … 6789",
    owner: "Ivan Petrov",
    currency: "EUR",
    state: "new",
  };
  expect(timelineChanges(t, { action: "bankAccount.added", before: null, after: account })).toEqual([
    "Main · BG80 … 6789",
  ]);
  expect(
    timelineChanges(t, { action: "bankAccount.changed", before: account, after: { ...account, owner: "I. Petrov" } }),
  ).toEqual(["Main · BG80 … 6789", "Ivan Petrov → I. Petrov"]);
  expect(timelineChanges(t, { action: "bankAccount.removed", before: account, after: null })).toEqual([
    "Main · BG80 … 6789",
  ]);
});

test("a proposal names the number, or who and what is added to a list", () => {
  expect(
    timelineChanges(t, {
      action: "proposal.setClientNumberProposed",
      before: { clientNumber: null },
      after: { clientNumber: "P100007" },
    }),
  ).toEqual(["– → P100007"]);
  expect(
    timelineChanges(t, {
      action: "proposal.setBankAccountsProposed",
      before: { list: "Main BG80 … 6789" },
      after: { list: "Main BG80 … 6789\nSavings BG11 … 1234" },
    }),
  ).toEqual(["Added: Savings BG11 … 1234"]);
});

test("an entry that records nothing more says nothing more", () => {
  expect(timelineChanges(t, { action: "holder.stateChanged", before: { state: "a" }, after: { state: "b" } })).toEqual(
    [],
  );
  expect(timelineChanges(t, { action: "user.groupsSet", before: null, after: null })).toEqual([]);
});
