/** Splits that are asked about in the preview: booked by two custodians weeks apart, or settled in cash. */
import { expect, test } from "vitest";
import { codeOf } from "../../../testing/effects.ts";
import { createFirm, type FirmClient } from "../testing/firm.ts";
import { acme, action, flex } from "../testing/flex-fixtures.ts";
import { confirm, imported, refused, upload } from "../testing/uploads.ts";

const firm = createFirm("Q");
let made = 0;
const isinOf = (number: number) => {
  const body = `XS80${String(number).padStart(7, "0")}`;
  const digits = Array.from(body, (letter) => Number.parseInt(letter, 36)).join("");
  const sum = digits
    .split("")
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
};
/** A share that no other test uses. */
const share = () => ({ isin: isinOf(++made), ticker: `Q${made}` });
type Share = ReturnType<typeof share>;
const columns =
  "account,date,kind,isin,ticker,name,quantity,price,currency,amount,cost,counter_isin,counter_quantity,id,reverses";
const csv = (...rows: (readonly [FirmClient, string])[]) =>
  [columns, ...rows.map(([{ account }, row]) => `${account},${row}`)].join("\n");
const buy = ({ isin, ticker }: Share, quantity: string, amount: string, id = "") =>
  `2024-01-03,buy,${isin},${ticker},${ticker},${quantity},,EUR,-${amount},,,,${id},`;
const split = ({ isin, ticker }: Share, day: string, quantity: string, id = "") =>
  `${day},split,${isin},${ticker},${ticker},${quantity},,EUR,0,,,,${id},`;
const deposit = "2024-01-02,deposit,,,,,,EUR,10000,,,,,";
const prices = ({ isin }: Share, ...rows: string[]) =>
  imported(firm.staff, ["isin,date,price,currency,source", ...rows.map((row) => `${isin},${row},EUR,X`)].join("\n"), {
    kind: "prices",
  });
const answer = (id: number, key: string, answered: "same" | "another" | "cash" | null) =>
  firm.staff.client.imports.answer({ params: { id }, body: { key, answer: answered } });
const valueOf = async (client: FirmClient, { ticker }: Share) =>
  (await client.portfolio()).instruments.find((one) => one.ticker === ticker)?.currentValue;

/** Two holders of ten shares at 100, whose custodians book "two for one" eleven days apart. */
async function twoCustodians() {
  const paper = share();
  const [first, second] = [await firm.client(), await firm.client()];
  for (const client of [first, second])
    await imported(firm.staff, csv([client, deposit], [client, buy(paper, "10", "1000")]));
  return { paper, first, second };
}

test("one split that two custodians book eleven days apart is asked about, and doubles nobody's value", async () => {
  for (const order of ["early first", "late first"]) {
    const { paper, first, second } = await twoCustodians();
    const early = csv([first, split(paper, "2024-03-01", "10")]);
    const late = csv([second, split(paper, "2024-03-12", "10")]);
    const [one, other] = order === "early first" ? [early, late] : [late, early];
    await imported(firm.staff, one);
    const preview = await upload(firm.staff, other);
    expect(preview.questions).toMatchObject([
      { code: "sameSplit", name: paper.ticker, from: "10", into: "20", quantity: "10", answer: null },
    ]);
    expect(await codeOf(confirm(firm.staff, preview))).toBe("questionsOpen");
    const { key = "" } = preview.questions[0] ?? {};
    const answered = await answer(preview.id, key, "same");
    expect(answered.questions).toMatchObject([{ key, answer: "same" }]);
    await confirm(firm.staff, preview);
    await prices(paper, "2024-02-28,100", "2024-03-02,50", "2024-03-20,50");
    for (const client of [first, second]) {
      await client.settle();
      expect(await valueOf(client, paper)).toBe(1000);
      const { points } = await client.performance("2024-02-28", "2024-03-20");
      expect(new Set(points.map(({ value }) => value))).toEqual(new Set([10_000]));
    }
    // A later holder of the late custodian matches without a question.
    const third = await firm.client();
    await imported(firm.staff, csv([third, deposit], [third, buy(paper, "10", "1000")]));
    const later = await upload(firm.staff, csv([third, split(paper, "2024-03-13", "10")]));
    expect([later.questions, later.state]).toEqual([[], "previewed"]);
    await confirm(firm.staff, later);
    expect(await valueOf(third, paper)).toBe(1000);
  }
});

test("another split of the same ratio stays one of its own, and the answer can be withdrawn before", async () => {
  const { paper, first, second } = await twoCustodians();
  await imported(firm.staff, csv([first, split(paper, "2024-03-01", "10")]));
  const preview = await upload(firm.staff, csv([second, split(paper, "2024-03-12", "10")]));
  const { key = "" } = preview.questions[0] ?? {};
  await answer(preview.id, key, "same");
  expect((await answer(preview.id, key, null)).questions).toMatchObject([{ key, answer: null }]);
  expect(await codeOf(confirm(firm.staff, preview))).toBe("questionsOpen");
  expect(await codeOf(answer(preview.id, key, "cash"))).toBe("stateConflict");
  await answer(preview.id, key, "another");
  await confirm(firm.staff, preview);
  expect(await codeOf(answer(preview.id, key, "same"))).toBe("stateConflict");
  await prices(paper, "2024-03-20,25");
  // The first has not booked the second split, nor the second the first one.
  for (const client of [first, second]) expect(await valueOf(client, paper)).toBe(1000);
});

test("both custodians in one file are asked about too, and a split far away or of another ratio is not", async () => {
  const { paper, first, second } = await twoCustodians();
  const content = csv([first, split(paper, "2024-03-01", "10")], [second, split(paper, "2024-03-12", "10")]);
  const preview = await upload(firm.staff, content);
  expect(preview.questions).toHaveLength(1);
  await answer(preview.id, preview.questions[0]?.key ?? "", "same");
  await confirm(firm.staff, preview);
  await prices(paper, "2024-03-20,50");
  for (const client of [first, second]) expect(await valueOf(client, paper)).toBe(1000);
  for (const [day, quantity] of [
    ["2024-05-15", "10"],
    ["2024-03-12", "990"],
  ] as const) {
    const two = await twoCustodians();
    await imported(firm.staff, csv([two.first, split(two.paper, "2024-03-01", "10")]));
    const other = await upload(firm.staff, csv([two.second, split(two.paper, day, quantity)]));
    expect(other.questions.filter(({ code }) => code === "sameSplit")).toEqual([]);
  }
});

test("a wrong answer is corrected: the reversal of the late booking frees the question", async () => {
  const { paper, first, second } = await twoCustodians();
  await imported(firm.staff, csv([first, split(paper, "2024-03-01", "10")]));
  const late = csv([second, split(paper, "2024-03-12", "10", "L-1")]);
  const preview = await upload(firm.staff, late);
  await answer(preview.id, preview.questions[0]?.key ?? "", "same");
  await confirm(firm.staff, preview);
  await imported(firm.staff, csv([second, "2024-03-13,reversal,,,,,,EUR,0,,,,L-2,L-1"]));
  const again = await upload(firm.staff, csv([second, split(paper, "2024-03-12", "10", "L-3")]));
  expect(again.questions).toMatchObject([{ code: "sameSplit", answer: null }]);
});

/** A firm where others got five for a hundred, and a holder of 7.5 shares. */
async function stockDividend() {
  const paper = share();
  const [whole, fraction] = [await firm.client(), await firm.client()];
  await imported(
    firm.staff,
    csv(
      [whole, deposit],
      [whole, buy(paper, "100", "2100")],
      [whole, split(paper, "2024-03-01", "5")],
      [fraction, deposit],
      [fraction, buy(paper, "7.5", "157.5")],
    ),
  );
  await prices(paper, "2024-02-28,21", "2024-03-04,20");
  return { paper, fraction };
}

test("a fraction paid in cash: 7.5 shares, 5 %, cash for 0.375 are worth 150.00", async () => {
  const { paper, fraction } = await stockDividend();
  expect(await valueOf(fraction, paper)).toBe(157.5);
  const { isin, ticker } = paper;
  await imported(
    firm.staff,
    csv(
      [fraction, split(paper, "2024-03-01", "0")],
      [fraction, `2024-03-04,returnOfCapital,${isin},${ticker},${ticker},,,EUR,7.5,,,,,`],
    ),
  );
  expect(await valueOf(fraction, paper)).toBe(150);
  await fraction.settle();
  expect(await fraction.portfolio()).toMatchObject({ currentValue: 10_000 });
});

test("the custodian's row of a stock dividend without units says that it was settled in cash", async () => {
  for (const [type, sentence, kind] of [
    ["SD", "STOCK DIVIDEND 5 FOR 100", "dividend"],
    ["CH", "CHOICE DIVIDEND  EUR 1 PER SHARE", "dividend"],
    ["FS", "SPLIT 105 FOR 100", "returnOfCapital"],
  ] as const) {
    const { paper, fraction } = await stockDividend();
    const { isin, ticker } = paper;
    const paid = { ...acme, symbol: ticker, isin, securityID: isin, conid: "", currency: "EUR" };
    const description = `${ticker}(${isin}) ${sentence} (${ticker}, ${ticker}, ${isin})`;
    const row = action({ ...paid, type, actionID: "1", quantity: "0", proceeds: "7.5", description });
    await imported(firm.staff, flex({ account: fraction.account, CorporateActions: [row] }));
    expect(await valueOf(fraction, paper)).toBe(150);
    expect((await fraction.transactions()).map((one) => one.kind)).toContain(kind);
  }
});

test("a split settled in cash is said in the preview, is booked once, and can be reversed", async () => {
  const { paper, fraction } = await stockDividend();
  const { isin, ticker } = paper;
  const content = csv([fraction, `2024-03-04,dividend,${isin},${ticker},${ticker},,,EUR,7.5,,,,D-${ticker},`]);
  const preview = await upload(firm.staff, content);
  expect(preview.questions).toMatchObject([
    { code: "splitUnbooked", day: "2024-03-01", from: "100", into: "105", quantity: "7.5", answer: null },
  ]);
  const answered = await answer(preview.id, preview.questions[0]?.key ?? "", "cash");
  expect(answered.sample.map(({ line, kind, quantity }) => [line, kind, quantity])).toEqual([
    [0, "split", "0"],
    [2, "dividend", null],
  ]);
  await confirm(firm.staff, preview);
  expect(await valueOf(fraction, paper)).toBe(150);
  expect((await upload(firm.staff, content)).questions).toEqual([]);
  await imported(firm.staff, csv([fraction, `2024-03-05,reversal,,,,,,EUR,0,,,,,settled:2024-03-01:${isin}`]));
  expect(await valueOf(fraction, paper)).toBe(157.5);
});

test("while a question is open, another holder is not offered to settle the split that it is about", async () => {
  const { paper, first, second } = await twoCustodians();
  await imported(firm.staff, csv([first, split(paper, "2024-03-01", "10")]));
  const third = await firm.client();
  await imported(firm.staff, csv([third, deposit], [third, buy(paper, "7.5", "750")]));
  const { isin, ticker } = paper;
  const dividend = `2024-03-12,dividend,${isin},${ticker},${ticker},,,EUR,3,,,,,`;
  const preview = await upload(firm.staff, csv([second, split(paper, "2024-03-12", "10")], [third, dividend]));
  const shown = ({ questions }: typeof preview) => questions.map(({ code, day, account }) => [code, day, account]);
  expect(shown(preview)).toEqual([
    ["sameSplit", "2024-03-12", second.account],
    ["splitUnbooked", "2024-03-01", third.account],
  ]);
  const answered = await answer(preview.id, preview.questions[0]?.key ?? "", "same");
  expect(shown(answered)).toEqual(shown(preview));
});

test("an offer that nobody takes holds up no confirmation", async () => {
  const { paper, fraction } = await stockDividend();
  const { isin, ticker } = paper;
  const preview = await upload(
    firm.staff,
    csv([fraction, `2024-03-04,dividend,${isin},${ticker},${ticker},,,EUR,7.5,,,,,`]),
  );
  expect((await confirm(firm.staff, preview)).state).toBe("confirmed");
});

test("a split of what is not held is refused, not booked as units for nothing", async () => {
  const client = await firm.client();
  const paper = share();
  const alone = await upload(firm.staff, csv([client, split(paper, "2024-03-01", "50")]));
  expect(refused(alone)).toEqual([`2 nothingToSplit ${paper.ticker} (2024-03-01)`]);
  // Nor may what it splits be taken away below it.
  await imported(
    firm.staff,
    csv(
      [client, deposit],
      [client, buy(paper, "10", "1000", "B-1")],
      [client, split(paper, "2024-03-01", "50", "S-1")],
    ),
  );
  const undoing = await upload(firm.staff, csv([client, "2024-03-02,reversal,,,,,,EUR,0,,,,R-1,B-1"]));
  expect(refused(undoing)).toEqual([`2 nothingToSplit ${paper.ticker} (2024-03-01)`]);
  await imported(
    firm.staff,
    csv([client, "2024-03-02,reversal,,,,,,EUR,0,,,,R-1,B-1"], [client, "2024-03-02,reversal,,,,,,EUR,0,,,,R-2,S-1"]),
  );
  expect((await firm.held(client.id)).positions).toEqual({});
});
