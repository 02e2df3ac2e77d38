/** Each event goes to the declared rooms with only the declared fields, whatever else the emitted value contains. */
import type { Holder } from "@portico/api/shapes.ts";
import { expect, test } from "vitest";
import { createEvents } from "../kernel/events.ts";
import { relayEvents } from "./relay.ts";

const holder = { holderType: "company", holderId: 7 } as const;
const known = { ...holder, name: "Ivan", clientNumber: "P1" } satisfies Holder & Record<string, unknown>;
const both = ["company:7", "staff"];

function record() {
  const events = createEvents();
  const sent: unknown[] = [];
  relayEvents((...delivered) => sent.push(delivered), events);
  return { events, sent };
}

test("the holder's and staff's pages hear of a holder, its own alone of a notification, staff of what concerns them", () => {
  const { events, sent } = record();
  events.emit("holder:state", known);
  events.emit("portfolio:changed", { ...known, version: "7" });
  events.emit("notification", { ...known, notificationId: 3 });
  events.emit("reviews:changed", { holder: known });
  events.emit("proposals:changed", {});
  events.emit("form:changed", { ...known, formType: "KYC", version: 0 });
  expect(sent).toEqual([
    [both, "holder:state", holder],
    [both, "portfolio:changed", { ...holder, version: "7" }],
    [["company:7"], "notification", { ...holder, notificationId: 3 }],
    [["staff"], "reviews:changed", { holder }],
    [["staff"], "proposals:changed", {}],
    [both, "form:changed", { ...holder, formType: "KYC", version: 0 }],
  ]);
});

test("what stays inside the server is not relayed", () => {
  const { events, sent } = record();
  events.emit("sessionsRevoked", { sessionIds: [1], reason: "ended" });
  events.emit("rightsChanged", { userIds: [1] });
  events.emit("signedIn", { userId: 1, sessionId: 1 });
  expect(sent).toEqual([]);
});
