import type { UserData } from "@portico/api/users.ts";
import { describe, expect, it } from "vitest";
import type { Session } from "../session/session.ts";
import { resolveRoute } from "./guard.ts";

const now = Date.UTC(2026, 0, 1);
const sessionOf = (role: UserData["role"], expiry = now / 1000 + 60): Session => ({
  token: "t",
  expiry,
  profile: {
    id: 1,
    email: "a@b.eu",
    phone: null,
    name: "A",
    state: "postKYC",
    role,
    client_number: null,
    client_data: {},
    preferences: {},
    repCompanies: [],
    lastCompany: null,
    isOnlyDelegate: false,
    created_at: "2026-01-01T00:00:00.000Z",
  },
});
const client = sessionOf("client");

describe("the route guard", () => {
  it("signs out at the very second the token expires, and remembers the page", () => {
    const verdict = resolveRoute("/portfolio", { session: sessionOf("client", now / 1000), now });
    expect(verdict).toEqual({ kind: "go", to: "/login", signOut: true, remember: true });
  });

  it("leads someone signed in from sign-in pages and the root to the dashboard, or to the page they wanted", () => {
    for (const path of ["/", "/login", "/register", "/verify"])
      expect(resolveRoute(path, { session: client, now })).toEqual({ kind: "go", to: "/dashboard", entered: true });
    expect(resolveRoute("/login", { session: client, now, remembered: "/portfolio?range=1Y" })).toEqual({
      kind: "go",
      to: "/portfolio?range=1Y",
      entered: true,
    });
  });

  it("leads who only reads what others share to that, also from a remembered dashboard", () => {
    const delegate = { ...client, profile: { ...client.profile, state: "preKYC" as const, isOnlyDelegate: true } };
    expect(resolveRoute("/login", { session: delegate, now })).toEqual({ kind: "go", to: "/shared", entered: true });
    expect(resolveRoute("/dashboard", { session: delegate, now })).toEqual({ kind: "go", to: "/shared" });
    expect(resolveRoute("/profile", { session: delegate, now })).toEqual({ kind: "show" });
  });

  it("sends a client from the staff's pages to the profile, and lets each staff role in", () => {
    expect(resolveRoute("/admin/imports", { session: client, now })).toEqual({ kind: "go", to: "/profile" });
    for (const role of ["office", "internal", "admin"] as const)
      expect(resolveRoute("/admin", { session: sessionOf(role), now })).toEqual({ kind: "show" });
  });

  it("does not take a path for the staff's that only begins alike", () => {
    expect(resolveRoute("/administration", { session: client, now })).toEqual({ kind: "show" });
  });

  it("shows a visitor the public pages alone", () => {
    for (const path of [
      "/login",
      "/register",
      "/verify",
      "/verify-contract",
      "/reset",
      "/reset/a@b.eu",
      "/learn-more/fees",
    ])
      expect(resolveRoute(path, { session: null, now })).toEqual({ kind: "show" });
    for (const path of ["/", "/dashboard", "/nowhere", "/loginx"])
      expect(resolveRoute(path, { session: null, now })).toEqual({ kind: "go", to: "/login", remember: true });
  });

  it("lets someone signed in reset a password", () => {
    expect(resolveRoute("/reset/a@b.eu", { session: client, now })).toEqual({ kind: "show" });
  });
});
