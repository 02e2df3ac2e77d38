import { expect, test } from "vitest";
import { listIn, withList } from "./list-of-reader.ts";

const searchOf = (address: string) => new URL(address, "http://portal").searchParams;
const queue = "/admin/tickets?queue=mine&search=a+%26+b";
const lists = ["/admin/tickets", "/admin/user/5/tickets"];

test("the way back leads to the list that the reader came from, with its filters", () => {
  const opened = withList("/admin/user/5/tickets/7", queue);
  expect(listIn(searchOf(opened), lists)).toBe(queue);
  expect(listIn(searchOf(withList("/admin/user/5/review?revision=2", "/admin/reviews")), ["/admin/reviews"])).toBe(
    "/admin/reviews",
  );
});

test("a list remembers the one that it was reached from", () => {
  const clients = "/admin?search=Ana&state=postKYC";
  const tickets = withList("/admin/user/5/tickets", clients);
  const opened = searchOf(withList("/admin/user/5/tickets/7", tickets));
  expect(listIn(opened, lists)).toBe(tickets);
  expect(listIn(opened, ["/admin"])).toBe(clients);
});

test("nothing else in the address leads anywhere", () => {
  for (const from of [
    "",
    "https://elsewhere.example/admin/tickets",
    "//elsewhere.example",
    "/admin/ticketsx",
    "/logout",
  ])
    expect(listIn(searchOf(withList("/admin/user/5/tickets/7", from)), lists)).toBeUndefined();
  expect(listIn(searchOf("/admin/user/5/tickets/7"), lists)).toBeUndefined();
});
