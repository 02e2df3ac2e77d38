import { expect, test } from "vitest";
import { statedAuthority } from "./authority.ts";

test("a company's form names its representatives and how each acts; what is not stated binds nobody more", () => {
  const form = {
    representatives: {
      representatives: [
        { firstName: "Nikola", middleName: "Petrov", lastName: "Ivanov", authority: "severally" },
        { firstName: " Elena ", lastName: "Dimitrova", authority: "jointly" },
        { firstName: "Vera", lastName: "Koleva" },
        { authority: "jointly" },
        null,
      ],
    },
  };
  expect(statedAuthority(form as never)).toEqual([
    { name: "Nikola Petrov Ivanov", authority: "severally" },
    { name: "Elena Dimitrova", authority: "jointly" },
    { name: "Vera Koleva", authority: "severally" },
  ]);
  expect(statedAuthority({})).toEqual([]);
});

test("with whom and up to what is read with the names of the other entries, and from old forms nothing", () => {
  const form = {
    representatives: {
      representatives: [
        { id: "a", firstName: "Elena", lastName: "Dimitrova", authority: "jointly", jointlyWith: ["b", "a"] },
        {
          id: "b",
          firstName: "Boris",
          lastName: "Kolev",
          authority: "severally",
          limitAmount: "10000.50",
          limitCurrency: "EUR",
        },
        { id: "c", firstName: "Vera", lastName: "Koleva", authority: "severally" },
      ],
    },
  };
  expect(statedAuthority(form as never)).toEqual([
    { name: "Elena Dimitrova", authority: "jointly", with: ["Boris Kolev"] },
    { name: "Boris Kolev", authority: "severally", limit: { amount: "10000.50", currency: "EUR" } },
    { name: "Vera Koleva", authority: "severally" },
  ]);
});
