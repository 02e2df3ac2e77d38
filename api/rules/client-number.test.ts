import { expect, test } from "vitest";
import { clientNumber } from "../users.ts";
import { isClientNumber } from "./client-number.ts";

test("the form takes a client number exactly where the API does", () => {
  const tried = ["U1234567", " U1 ", "", "-U1", "U 1", "Ю1", "a/b-c_d.e", "x".repeat(40), "x".repeat(41)];
  for (const text of tried) expect(isClientNumber(text), text).toBe(clientNumber.safeParse(text).success);
});
