import { expect, test } from "vitest";
import { accountIn, searchWithAccount, withAccount } from "./account-address.ts";

test.each([
  ["?company=12", 12],
  ["?part=orders&company=0", 0],
  ["?company=", undefined],
  ["?company=-1", undefined],
  ["?company=1e3", undefined],
  ["", undefined],
])("the query %s names the account %s", (search, account) => {
  expect(accountIn(search)).toBe(account);
});

test("the account replaces another, and goes where there is no choice", () => {
  expect(searchWithAccount("?part=orders&company=3", 4)).toBe("?part=orders&company=4");
  expect(searchWithAccount("?company=3", undefined)).toBe("");
});

test.each([
  ["/dashboard", "/dashboard?company=3"],
  ["/portfolio?part=orders#row", "/portfolio?part=orders&company=3#row"],
  ["/tickets/7?company=0", "/tickets/7?company=0"],
  ["/form/KYC?company=9", "/form/KYC?company=9"],
  ["/form/KYC", "/form/KYC"],
  ["/learn-more/fees", "/learn-more/fees"],
  ["/admin", "/admin"],
  ["/admin/dashboard", "/admin/dashboard"],
  ["/", "/"],
])("a link to %s leads to %s", (to, address) => {
  expect(withAccount(to, 3)).toBe(address);
  expect(withAccount(to, undefined)).toBe(to);
});
