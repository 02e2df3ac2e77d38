import { expect, test } from "vitest";
import { registerFaults, signInFaults } from "./faults.ts";

test("signing in asks for both fields, and for no length of a password set long ago", () => {
  expect(signInFaults({ email: "", password: "" })).toEqual(["email", "password"]);
  expect(signInFaults({ email: "ana@bank.bg", password: "short" })).toEqual([]);
});

test("registering names its faults in the order of the form", () => {
  expect(registerFaults({ name: " A ", email: "x", phone: "12", password: "elevenchars" })).toEqual([
    "name",
    "email",
    "phone",
    "password",
  ]);
  expect(
    registerFaults({ name: "Ана Б", email: "ana@bank.bg", phone: "+359 88 123 4567", password: "twelve chars" }),
  ).toEqual([]);
});
