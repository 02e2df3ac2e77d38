import { expect, test } from "vitest";
import { statedAuthority } from "./holders.authority.service.ts";

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
