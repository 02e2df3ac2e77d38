/** One kept document for everyone who sees the same page; none for addresses that somebody could make up without end. */
import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { plainPage, readablePage } from "../app/shell/public/plain-page.ts";
import { keptAddressesOf } from "./kept-address.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;
const route = (id: string, path: string | undefined, parentId: string | undefined, handle?: unknown): Route => ({
  id,
  path,
  parentId,
  module: { default: () => null, handle },
});
const offer = { ...plainPage, keptSearch: (search: URLSearchParams) => `?compare=${search.get("compare")}` };
const definition = {
  ...readablePage,
  keptSearch: (search: URLSearchParams) => (search.has("years") ? null : ""),
};
const address = keptAddressesOf(
  "en",
  Object.fromEntries(
    [
      route("root", "", undefined),
      route("en", "en", "root"),
      route("bg", "bg", "root"),
      { ...route("en/", undefined, "en"), index: true },
      route("en/login", "login", "en"),
      route("en/tickets/:id", "tickets/:id", "en"),
      route("en/learn-more/fees", "learn-more/fees", "en", plainPage),
      route("en/learn-more/target", "learn-more/target", "en", offer),
      route("en/learn-more/target/:id", "learn-more/target/:id", "en", definition),
      route("en/*", "*", "en"),
    ].map((one) => [one.id, one]),
  ),
);
const of = (path: string) => address(new URL(path, "https://portal.firm.example"));

test.each([
  ["/en", "/en"],
  ["/en/", "/en"],
  ["/en/login", "/en/login"],
  ["/en/learn-more/target/3", "/en/learn-more/target/3"],
  // What a page does not read is left out.
  ["/en/learn-more/fees?utm_source=mail", "/en/learn-more/fees"],
  ["/en/learn-more/target?compare=1,2&x=y", "/en/learn-more/target?compare=1,2"],
  ["/en/learn-more/target/3?utm_source=mail", "/en/learn-more/target/3"],
  // One document says of every path that it is no page.
  ["/en/wp-admin.php", "/en/*"],
  ["/en/a/b-c_d/e.f", "/en/*"],
  ["/en//login", "/en/*"],
])("%s is kept as %s", (asked, kept) => expect(of(asked)).toBe(kept));

test.each([
  // What the page may read, and what nobody can enumerate.
  "/en/login?redirect=%2Fdocuments",
  "/en/tickets/17",
  "/en/learn-more/target/3?years=5",
  // Other spellings of kept addresses.
  "/en/LOGIN",
  "/en/%6Cogin",
  // Staff's side has a document of its own.
  "/en/admin/nonsense",
  // Would have to be escaped where it is filled in.
  "/en/a%22b",
  "/en/<script>",
  `/en/${"a".repeat(300)}`,
])("%s is not kept", (asked) => expect(of(asked)).toBeNull());
