/** What addresses of target funds say: compared definitions, and the calculator's input. */
import { expect, test } from "vitest";
import { parseCompared, searchOfCompared } from "./compared.ts";
import { amountFault, readJoinAmount } from "./join-amount.ts";
import { parseAmount, readPlan, searchOfPlan, typedPlan } from "./plan-of-search.ts";

const compared = (search: string) => parseCompared(new URLSearchParams(search));

test("an address compares up to three, written as a list or as a form sends them, each once", () => {
  expect(compared("compare=3,1,2")).toEqual({ ids: [3, 1, 2], tooMany: false });
  expect(compared("compare=3&compare=1&compare=3")).toEqual({ ids: [3, 1], tooMany: false });
  expect(compared("compare=1,2&compare=3,4")).toEqual({ ids: [1, 2, 3], tooMany: true });
  expect(compared("compare=0,-1,1e3,x,,2.5,99999999999999999999")).toEqual({ ids: [], tooMany: false });
  expect(compared("")).toEqual({ ids: [], tooMany: false });
  expect([searchOfCompared([]), searchOfCompared([2, 7])]).toEqual(["", "?compare=2,7"]);
});

const usual = { now: "10000", monthly: "", years: "5" };

test("what was typed is in the address as it means the same in every language, and not where it is as usual", () => {
  const typed = { now: "12,500.50", monthly: "200", years: "5" };
  const search = searchOfPlan("en", new URLSearchParams("amount=7"), typed, usual);
  expect(search.toString()).toBe("amount=7&now=12500.5&monthly=200");
  for (const language of ["bg", "en", "pl"] as const)
    expect(readPlan(language, typedPlan(search, usual)).plan).toEqual({ now: 12_500.5, monthly: 200, months: 60 });
  expect(searchOfPlan("en", search, usual, usual).toString()).toBe("amount=7");
  expect(parseAmount("bg", "12 500,50")).toBe("12500.5");
  expect(parseAmount("en", " no amount ")).toBe("no amount");
});

test("each field says what is wrong with it", () => {
  const faultsOf = (typed: Partial<typeof usual>) => readPlan("en", { ...usual, ...typed }).faults;
  expect(faultsOf({ now: "ten" })).toEqual({ now: "number" });
  expect(faultsOf({ now: "-5" })).toEqual({ now: "number" });
  expect(faultsOf({ monthly: "1,0,0" })).toEqual({ monthly: "number" });
  expect(faultsOf({ now: "99999999999999" })).toEqual({ now: "tooLarge" });
  expect(faultsOf({ now: "", monthly: "" })).toEqual({ now: "nothing" });
  for (const years of ["", "0", "51", "2.5", "x"]) expect(faultsOf({ years })).toEqual({ years: "years" });
  expect(faultsOf({ now: "", monthly: "50" })).toEqual({});
});

test("an amount to join with is exact, and between the limits of the definition", () => {
  const limits = { minimum: "1000.00", maximum: "9007199254740993.10", currency: "EUR" };
  const faultOf = (text: string) => amountFault("en", text, limits);
  expect([faultOf(""), faultOf("0"), faultOf("x"), faultOf("-2000")]).toEqual(Array(4).fill("number"));
  expect([faultOf("999.99"), faultOf("1000"), faultOf("1000.005")]).toEqual(["less", undefined, "decimals"]);
  expect([faultOf("9007199254740993.10"), faultOf("9007199254740993.11")]).toEqual([undefined, "more"]);
  expect(amountFault("en", "5000", { ...limits, maximum: null })).toBeUndefined();
  expect(readJoinAmount("pl", "1 500,25")).toBe("1500.25");
});
