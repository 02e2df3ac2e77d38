import { userSorts } from "@portico/api/users.ts";
import { expect, test } from "vitest";
import { readSearch, sortWord, writeSearch } from "./list-search.ts";

test("a search survives its way through the address", () => {
  const asked = readSearch(
    new URLSearchParams("search=Ана&state=postKYC&role=client&assigned=0&group=VIP&field=7&value=high&sort=-name"),
  );
  expect(asked).toEqual({
    search: "Ана",
    state: "postKYC",
    role: "client",
    assigned: 0,
    group: "VIP",
    field: 7,
    value: "high",
    sort: { column: "name", descending: true },
  });
  expect(readSearch(writeSearch(asked))).toEqual(asked);
  expect(userSorts).toContain(sortWord(asked.sort));
});

test("a mistyped address lists all, the newest first, and its own address is empty", () => {
  const asked = readSearch(new URLSearchParams("state=happy&role=king&sort=shoe"));
  expect(asked).toEqual({
    search: "",
    state: undefined,
    role: undefined,
    assigned: undefined,
    group: undefined,
    field: undefined,
    value: undefined,
    sort: { column: "created_at", descending: true },
  });
  expect(writeSearch(asked).toString()).toBe("");
});
