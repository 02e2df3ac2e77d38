/** Results, costs and deposits of error-prone cases, calculated by hand. */
import { describe, expect, test } from "vitest";
import type { Entry } from "./entry.ts";
import { activeEntries, partsOf } from "./entry-parts.ts";
import { Replayer, type ReplayOptions } from "./replay.ts";
import { type LedgerState } from "./state.ts";

/** The dollar is 0.90 euro until 9 January and 1.00 from then on; the krona has no rate. */
const options: ReplayOptions = {
  baseCurrency: "EUR",
  rate: (currency, day) =>
    currency === "USD" ? { rate: day < "2024-01-10" ? "0.9" : "1", day, source: "test" } : undefined,
  price: (id, day) => (id === 7 ? { value: "15", day } : undefined),
  instrumentCurrency: (id) => (id >= 100 ? "USD" : "EUR"),
  feesInCost: true,
};
let lastId = 0;
const entry = (kind: Entry["kind"], day: string, amount: string, more: Partial<Entry> = {}): Entry => ({
  id: ++lastId,
  kind,
  day: `2024-01-${day}`,
  currency: "EUR",
  amount,
  ...more,
});
const usd = { currency: "USD" };
function replay(entries: Entry[], more: Partial<ReplayOptions> = {}): LedgerState {
  const replayer = new Replayer({ ...options, ...more });
  for (const one of entries) expect(replayer.apply(one)).toBeNull();
  return replayer.toJSON();
}
function refusalOf(entries: Entry[]) {
  const replayer = new Replayer(options);
  const refusals = entries.map((one) => replayer.apply(one));
  return { refusal: refusals.at(-1), state: replayer.toJSON() };
}

describe("what an amount is made of", () => {
  test("income is gross: tax and fee that were kept back stand beside it", () => {
    const { positions, cash } = replay([entry("dividend", "02", "84", { instrumentId: 1, tax: "15", fee: "1" })]);
    expect(positions[1]).toMatchObject({ incomeBase: "100", taxBase: "15", feesBase: "1" });
    expect(cash["EUR"]).toMatchObject({ amount: "84", costBase: "84" });
  });

  test("debit interest is a fee, credit interest income before its tax", () => {
    const { cash } = replay([entry("interest", "02", "-7"), entry("interest", "02", "8.5", { tax: "1.5" })]);
    expect(cash["EUR"]).toMatchObject({ feesBase: "7", incomeBase: "10", taxBase: "1.5" });
  });

  test("a fee that names itself again is not counted twice", () => {
    const { cash } = replay([entry("fee", "02", "-3", { fee: "3" }), entry("tax", "02", "-2", { tax: "2" })]);
    expect(cash["EUR"]).toMatchObject({ feesBase: "3", taxBase: "2", amount: "-5" });
  });

  test("a withdrawal's fee is no withdrawal", () => {
    const state = replay([entry("deposit", "02", "100"), entry("withdrawal", "03", "-52", { fee: "2" })]);
    expect(state.netDepositsBase).toBe("50");
    expect(state.cash["EUR"]).toMatchObject({ amount: "48", feesBase: "2" });
  });

  test("the parts always make up the amount", () => {
    for (const kind of ["deposit", "withdrawal", "dividend", "interest", "fee", "tax", "buy", "fx"] as const)
      for (const amount of ["-12.5", "40"]) {
        const { deposit, income, fees, tax, traded } = partsOf(entry(kind, "02", amount, { fee: "1.25", tax: "0.75" }));
        expect(deposit.plus(income).plus(traded).minus(fees).minus(tax).toFixed()).toBe(amount);
      }
    const bond = partsOf(entry("buy", "02", "-2005", { fee: "3", accruedInterest: "-12" }));
    expect([bond.traded.toFixed(), bond.income.toFixed(), bond.fees.toFixed()]).toEqual(["-1990", "-12", "3"]);
  });

  test("trade taxes and fees are noted, within cost and result where fees are part of cost, beside them where not", () => {
    const trades = [
      entry("buy", "02", "-103", { instrumentId: 1, quantity: "10", fee: "1", tax: "2" }),
      entry("sell", "03", "57.5", { instrumentId: 1, quantity: "-5", fee: "0.5", tax: "2" }),
    ];
    expect(replay(trades).positions[1]).toMatchObject({ cost: "51.5", realised: "6", feesBase: "1.5", taxBase: "4" });
    const apart = replay(trades, { feesInCost: false }).positions[1];
    expect(apart).toMatchObject({ cost: "50", realised: "10", feesBase: "1.5", taxBase: "4" });
  });
});

describe("interest accrued on a bond", () => {
  const bought = entry("buy", "02", "-2005", { instrumentId: 1, quantity: "2000", fee: "3", accruedInterest: "-12" });

  test("is neither a charge nor cost: it is income below zero until the coupon pays it back", () => {
    // 2005 paid = 1990 price + 3 commission + 12 accrued interest.
    expect(replay([bought]).positions[1]).toMatchObject({ cost: "1993", feesBase: "3", incomeBase: "-12" });
    expect(replay([bought], { feesInCost: false }).positions[1]).toMatchObject({ cost: "1990", feesBase: "3" });
    const { positions, cash } = replay([bought, entry("interest", "10", "40", { instrumentId: 1 })]);
    expect(positions[1]).toMatchObject({ incomeBase: "28", cost: "1993" });
    expect(cash["EUR"]).toMatchObject({ amount: "-1965" });
  });

  test("is income of the seller, not part of what the sale realised", () => {
    const sold = entry("sell", "11", "2017", { instrumentId: 1, quantity: "-2000", fee: "3", accruedInterest: "20" });
    // 2017 received = 2000 price − 3 commission + 20 interest; 1997 − 1993 is realised.
    expect(replay([bought, sold]).positions[1]).toMatchObject({ realised: "4", incomeBase: "8", feesBase: "6" });
  });
});

test("interest that a bond takes is less income; what is owed for a debt is a charge", () => {
  const { positions, cash } = replay([
    entry("interest", "02", "-12", { instrumentId: 1 }),
    entry("interest", "10", "40", { instrumentId: 1 }),
    entry("interest", "11", "-5"),
  ]);
  expect(positions[1]).toMatchObject({ incomeBase: "28", feesBase: "0" });
  expect(cash["EUR"]).toMatchObject({ amount: "23", incomeBase: "0", feesBase: "5" });
});

describe("return of capital", () => {
  const bought = entry("buy", "02", "-100", { instrumentId: 1, quantity: "10" });

  test("reduces the cost and is no income; what exceeds the cost is realised", () => {
    const first = entry("returnOfCapital", "03", "60", { instrumentId: 1 });
    expect(replay([bought, first]).positions[1]).toMatchObject({
      quantity: "10",
      cost: "40",
      costBase: "40",
      realised: "0",
      incomeBase: "0",
    });
    const second = entry("returnOfCapital", "04", "55", { instrumentId: 1 });
    expect(replay([bought, first, second]).positions[1]).toMatchObject({ cost: "0", costBase: "0", realised: "15" });
  });

  test("is taken at its own day's rate, and its tax is told beside it", () => {
    const dollars = [
      entry("buy", "02", "-100", { instrumentId: 100, quantity: "10", ...usd }),
      entry("returnOfCapital", "10", "38", { instrumentId: 100, tax: "2", ...usd }),
    ];
    // 100 USD cost 90 EUR; 38 USD came at 1.00, and the 2 USD of tax are separate.
    expect(replay(dollars).positions[100]).toMatchObject({ cost: "62", costBase: "52", taxBase: "2" });
    expect(replay(dollars, { feesInCost: false }).positions[100]).toMatchObject({ cost: "60", costBase: "50" });
  });

  test("after everything was sold is a gain", () => {
    const sold = entry("sell", "03", "110", { instrumentId: 1, quantity: "-10" });
    const late = entry("returnOfCapital", "04", "5", { instrumentId: 1 });
    expect(replay([bought, sold, late]).positions[1]).toMatchObject({ cost: "0", realised: "15" });
  });
});

describe("currencies", () => {
  test("a debt paid back at a higher rate has lost the difference", () => {
    const { cash } = replay([entry("withdrawal", "02", "-100", usd), entry("deposit", "10", "100", usd)]);
    expect(cash["USD"]).toMatchObject({ amount: "0", costBase: "0", realisedBase: "-10" });
  });

  test("what is paid in beyond the debt costs the day's rate", () => {
    const { cash } = replay([entry("withdrawal", "02", "-100", usd), entry("deposit", "10", "150", usd)]);
    expect(cash["USD"]).toMatchObject({ amount: "50", costBase: "50", realisedBase: "-10" });
  });

  test("a balance overdrawn realises what was held and owes the rest at the day's rate", () => {
    const { cash } = replay([entry("deposit", "02", "100", usd), entry("withdrawal", "10", "-130", usd)]);
    expect(cash["USD"]).toMatchObject({ amount: "-30", costBase: "-30", realisedBase: "10" });
  });

  test("an exchange against the base currency is worth what was dealt, not the day's rate", () => {
    const counter = { currency: "EUR", amount: "92" };
    const { cash } = replay([entry("deposit", "02", "100", usd), entry("fx", "02", "-100", { ...usd, counter })]);
    expect(cash["EUR"]).toMatchObject({ amount: "92", costBase: "92", realisedBase: "0" });
    expect(cash["USD"]).toMatchObject({ amount: "0", costBase: "0", realisedBase: "2" });
  });

  test("the dealt rate serves where no other is known, and the fee of the exchange stands apart", () => {
    const counter = { currency: "SEK", amount: "1000" };
    const state = replay([entry("deposit", "02", "100"), entry("fx", "03", "-92", { counter, fee: "2" })]);
    expect(state.cash["SEK"]).toMatchObject({ amount: "1000", costBase: "90", missingRates: [] });
    expect(state.cash["EUR"]).toMatchObject({ amount: "8", costBase: "8", feesBase: "2" });
  });

  test("an exchange between two foreign currencies is worth the given leg at the day's rate, or the other's", () => {
    const counter = { currency: "SEK", amount: "1000" };
    const there = replay([entry("deposit", "02", "100", usd), entry("fx", "03", "-100", { ...usd, counter })]);
    expect(there.cash["SEK"]).toMatchObject({ costBase: "90", missingRates: [] });
    const back = replay([entry("fx", "03", "-1000", { currency: "SEK", counter: { currency: "USD", amount: "100" } })]);
    expect(back.cash["USD"]).toMatchObject({ costBase: "90" });
    expect(back.cash["SEK"]).toMatchObject({ amount: "-1000", costBase: "-90" });
  });

  test("a missing rate names its currency once, with the earliest day, since a rate of that day serves all later ones", () => {
    const sek = { currency: "SEK" };
    const { cash, missingRates, netDepositsBase } = replay([
      entry("deposit", "05", "1", sek),
      entry("deposit", "03", "1", sek),
      entry("deposit", "08", "1", sek),
    ]);
    expect(cash["SEK"]?.missingRates).toEqual([{ currency: "SEK", day: "2024-01-03" }]);
    expect(missingRates).toEqual([{ currency: "SEK", day: "2024-01-03" }]);
    expect(netDepositsBase).toBeNull();
  });
});

describe("deliveries", () => {
  test("delivered units come in at their value of the day and go out at it; cost is another matter", () => {
    const state = replay([
      entry("transferIn", "02", "0", { instrumentId: 7, quantity: "10", cost: "100" }),
      entry("transferOut", "05", "0", { instrumentId: 7, quantity: "-4" }),
    ]);
    expect(state.netDepositsBase).toBe("90");
    expect(state.positions[7]).toMatchObject({ cost: "60", realised: "0", lastDelivery: "2024-01-05" });
  });

  test("without a price the stated cost counts, and the average cost on the way out", () => {
    const inAndOut = replay([
      entry("transferIn", "02", "0", { instrumentId: 1, quantity: "10", cost: "500" }),
      entry("transferOut", "03", "0", { instrumentId: 1, quantity: "-10" }),
    ]);
    expect(inAndOut.netDepositsBase).toBe("0");
  });

  test("a cost is converted on the day of acquisition, what is delivered on its own day", () => {
    const delivery = { instrumentId: 100, quantity: "10", cost: "200", acquiredOn: "2023-05-02", ...usd };
    const state = replay([entry("transferIn", "15", "0", delivery)]);
    expect(state.positions[100]).toMatchObject({ cost: "200", costBase: "180" });
    expect(state.netDepositsBase).toBe("200");
  });

  test("without a quote the custodian's value of a delivery counts, before an earlier trade and the cost", () => {
    const state = replay([
      entry("buy", "02", "-50", { instrumentId: 1, quantity: "5" }),
      entry("transferIn", "03", "0", { instrumentId: 1, quantity: "10", cost: "20", value: "300" }),
    ]);
    expect(state.netDepositsBase).toBe("300");
    expect(state.positions[1]).toMatchObject({ cost: "70", lastTrade: { value: "30", day: "2024-01-03" } });
    const quoted = replay([entry("transferIn", "03", "0", { instrumentId: 7, quantity: "10", value: "300" })]);
    expect(quoted.netDepositsBase).toBe("150");
  });

  test("without price and cost the net deposits are unknown, and say of what", () => {
    const state = replay([entry("transferIn", "02", "0", { instrumentId: 1, quantity: "10" })]);
    expect(state.netDepositsBase).toBeNull();
    expect(state.missingPrices).toEqual([{ instrumentId: 1, day: "2024-01-02" }]);
  });

  test("sold out without ever knowing the cost, the result stays unknown and says so", () => {
    const { positions } = replay([
      entry("openingBalance", "02", "0", { instrumentId: 1, quantity: "5" }),
      entry("sell", "03", "60", { instrumentId: 1, quantity: "-5" }),
    ]);
    expect(positions[1]).toMatchObject({ quantity: "0", cost: "0", realised: null, costUnknown: true });
  });
});

describe("exchanges", () => {
  const ten = () => entry("buy", "02", "-10", { instrumentId: 1, quantity: "1" });

  test("cash of another currency beside an exchange is booked, gives back cost first and realises the rest", () => {
    const counter = { instrumentId: 2, quantity: "2", currency: "USD", amount: "20" };
    const { cash, positions } = replay([
      ten(),
      entry("exchange", "03", "0", { instrumentId: 1, quantity: "-1", counter }),
    ]);
    expect(cash["USD"]).toMatchObject({ amount: "20", costBase: "18" });
    expect(positions[1]).toMatchObject({ quantity: "0", realised: "8" });
    expect(positions[2]).toMatchObject({ quantity: "2", cost: "0" });
  });

  test("cost moves into an instrument of another currency at the day's rate", () => {
    const counter = { instrumentId: 100, quantity: "1" };
    const { positions } = replay([ten(), entry("exchange", "03", "0", { instrumentId: 1, quantity: "-1", counter })]);
    expect(positions[100]).toMatchObject({ costBase: "10" });
    expect(Number(positions[100]?.cost)).toBeCloseTo(10 / 0.9, 12);
  });

  test("units subscribed for cash cost that cash", () => {
    const { positions } = replay([entry("exchange", "03", "-40", { instrumentId: 1, quantity: "4" })]);
    expect(positions[1]).toMatchObject({ quantity: "4", cost: "40", realised: "0" });
  });

  test("a merger for cash in a foreign currency realises in both currencies, at each day's rate", () => {
    const { positions } = replay([
      entry("buy", "02", "-100", { ...usd, instrumentId: 100, quantity: "1" }),
      entry("exchange", "10", "130", { ...usd, instrumentId: 100, quantity: "-1" }),
    ]);
    expect(positions[100]).toMatchObject({ realised: "30", realisedBase: "40" });
  });

  test("the fee of a tender lowers its result only where fees are part of it", () => {
    const tender = [ten(), entry("exchange", "03", "29", { instrumentId: 1, quantity: "-1", fee: "1" })];
    expect(replay(tender).positions[1]).toMatchObject({ realised: "19", feesBase: "1" });
    expect(replay(tender, { feesInCost: false }).positions[1]).toMatchObject({ realised: "20", feesBase: "1" });
  });

  test("a spin-off cannot move more cost than there is", () => {
    const counter = { instrumentId: 2, quantity: "1" };
    const { refusal, state } = refusalOf([
      ten(),
      entry("exchange", "03", "0", { instrumentId: 1, cost: "60", counter }),
    ]);
    expect(refusal).toMatchObject({ code: "costAboveHeld", instrumentId: 1 });
    expect(state.positions[2]).toBeUndefined();
  });

  test("what an unknown cost moves into has an unknown cost too", () => {
    const { positions } = replay([
      entry("openingBalance", "02", "0", { instrumentId: 1, quantity: "5" }),
      entry("exchange", "03", "0", { instrumentId: 1, quantity: "-5", counter: { instrumentId: 2, quantity: "5" } }),
    ]);
    expect(positions[2]).toMatchObject({ quantity: "5", cost: null, costUnknown: true });
  });
});

describe("refusals", () => {
  test("a number spelt otherwise than plainly is refused and named, and nothing changes", () => {
    for (const bad of ["1e3", "x", "", "+5", "1,5", "0x10", "NaN", " 1"]) {
      const { refusal, state } = refusalOf([entry("deposit", "02", bad)]);
      expect(refusal).toMatchObject({ code: "badNumber", field: "amount" });
      expect(state).toEqual(refusalOf([]).state);
    }
    expect(refusalOf([entry("fx", "02", "1", { counter: { currency: "USD", amount: "1e2" } })]).refusal).toMatchObject({
      field: "counter.amount",
    });
  });

  test("both sides of an exchange must be held", () => {
    const counter = { instrumentId: 2, quantity: "-3" };
    const { refusal } = refusalOf([entry("exchange", "02", "0", { instrumentId: 1, quantity: "1", counter })]);
    expect(refusal).toMatchObject({ code: "quantityBelowZero", instrumentId: 2, shortfall: "3" });
  });
});

test("a reversal that was itself undone does not count", () => {
  const ids = (entries: { id: number; kind: Entry["kind"]; reverses?: number }[]) =>
    activeEntries(entries).map(({ id }) => id);
  const deposit = { id: 1, kind: "deposit" } as const;
  const undo = (id: number, reverses: number) => ({ id, kind: "reversal", reverses }) as const;
  expect(ids([deposit, undo(2, 1)])).toEqual([]);
  expect(ids([deposit, undo(2, 1), undo(3, 2)])).toEqual([1]);
  expect(ids([deposit, undo(2, 1), undo(3, 2), undo(4, 3)])).toEqual([]);
});

test("a split is kept, so that an older price is read in today's units", () => {
  const { positions } = replay([
    entry("buy", "02", "-100", { instrumentId: 1, quantity: "1" }),
    entry("split", "05", "0", { instrumentId: 1, quantity: "3" }),
  ]);
  expect(positions[1]).toMatchObject({
    quantity: "4",
    cost: "100",
    splits: [{ day: "2024-01-05", from: "1", into: "4" }],
  });
});
