/** Pages, settings and actions are found by what they are called, a wrong letter forgiven; and for whom an action is. */
import { expect, test } from "vitest";
import { type Entry, findEntries } from "./palette-entries.ts";
import { listOptions } from "./palette-options.ts";

const entry = (kind: Entry["kind"], title: string, about = "", ofHolder = false): Entry => ({
  kind,
  title,
  about,
  url: ofHolder ? "tickets/new" : `/admin/${title}`,
  icon: "search",
  ofHolder,
});
const entries = [
  entry("page", "Запитвания"),
  entry("page", "Tickets"),
  entry("action", "New ticket", "", true),
  entry("action", "Import a file"),
  entry("setting", "Branding", "Logo and colours of the portal"),
];
const named = (query: string) => findEntries(entries, query).named.map(({ title }) => title);
const about = (query: string) => findEntries(entries, query).about.map(({ title }) => title);

test("exact names first, then beginnings, parts and a wrong letter, in either script", () => {
  expect(named("tickets")).toEqual(["Tickets", "New ticket"]);
  expect(named("ticket")).toEqual(["New ticket", "Tickets"]);
  expect(named("tikcet")).toEqual(["New ticket"]);
  expect(named("запитв")).toEqual(["Запитвания"]);
  expect(named("zapitvania")).toEqual(["Запитвания"]);
  expect(named("file import")).toEqual(["Import a file"]);
  expect(named("nothing")).toEqual([]);
});

test("a setting is also found by words of what it is about, but not by parts of them", () => {
  expect(about("logo")).toEqual(["Branding"]);
  expect(about("colour")).toEqual(["Branding"]);
  expect(about("olou")).toEqual([]);
  expect(about("branding")).toEqual([]);
});

const record = (kind: "client" | "ticket", id: number) => ({
  kind,
  id,
  title: "Ana",
  subtitle: "",
  url: kind === "client" ? `/admin/user/${id}/profile` : `/admin/user/1/tickets/${id}`,
});
const asked = { records: [record("client", 4), record("ticket", 9)], entries, recent: [], action: undefined };

test("names of pages stand before the records, what is about it after them", () => {
  const titles = (query: string) => listOptions({ ...asked, query }).map(({ title }) => title);
  expect(titles("ticket")).toEqual(["New ticket", "Tickets", "Ana", "Ana"]);
  expect(titles("logo")).toEqual(["Ana", "Ana", "Branding"]);
});

test("before anything is typed there are what was opened last, and the actions", () => {
  const recent = listOptions({ ...asked, query: "x" }).slice(0, 1);
  expect(listOptions({ ...asked, records: [], recent, query: "" }).map(({ title }) => title)).toEqual([
    "Ana",
    "New ticket",
    "Import a file",
  ]);
});

test("an action about a client asks for the client, and leads to their page", () => {
  const [action] = listOptions({ ...asked, query: "new ticket" });
  expect(action?.ofHolder?.title).toBe("New ticket");
  const options = listOptions({ ...asked, query: "ana", action: action?.ofHolder });
  expect(options.map(({ url }) => url)).toEqual(["/admin/user/4/tickets/new"]);
});
