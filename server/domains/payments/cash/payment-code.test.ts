/** Payment codes, read again by another library: what the banks' standards allow, and what they do not. */
import jsQR from "jsqr";
import { expect, test } from "vitest";
import { epcMostVersion, epcText, type PaymentOrder, polishText, qrRows, withinLimit } from "./payment-code.ts";

const order: PaymentOrder = {
  beneficiary: "Портико Инвест АД",
  iban: "BG80BNBG96611020345678",
  bic: "BNBGBGSD",
  nip: "",
  reference: "RF18539007547034",
  amount: "1234.5",
};
const polish: PaymentOrder = { ...order, iban: "PL61109010140000071219812874", nip: "5260250274", amount: "10.05" };

/** The text that a reader finds in the picture of the modules, with the quiet zone around them. */
async function read(text: string, mostVersion?: number): Promise<string | undefined> {
  const rows = await qrRows(text, mostVersion);
  if (!rows) return undefined;
  const scale = 4;
  const quiet = 4;
  const side = (rows.length + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [y, row] of rows.entries())
    for (const [x, module] of Array.from(row).entries())
      if (module === "1")
        for (let place = 0; place < scale * scale; place++) {
          const at = ((y + quiet) * scale + Math.floor(place / scale)) * side + (x + quiet) * scale + (place % scale);
          pixels.set([0, 0, 0], at * 4);
        }
  const found = jsQR(pixels, side, side);
  return found ? Buffer.from(found.binaryData).toString("utf8") : "unreadable";
}

test("the EPC's code is read again, Cyrillic included", async () => {
  const text = epcText(order) ?? "";
  expect(text.split("\n")).toEqual([
    "BCD",
    "002",
    "1",
    "SCT",
    "BNBGBGSD",
    "Портико Инвест АД",
    "BG80BNBG96611020345678",
    "EUR1234.50",
    "",
    "RF18539007547034",
  ]);
  expect(await read(text, epcMostVersion)).toBe(text);
  expect(epcText({ ...order, amount: null })?.split("\n")[7]).toBe("");
});

test("331 bytes are a code of version 13 at most; 332 are none", async () => {
  const text = "я".repeat(165) + "x";
  expect(Buffer.byteLength(text)).toBe(331);
  expect(withinLimit(text)).toBe(text);
  expect(await read(text, epcMostVersion)).toBe(text);
  expect(withinLimit(`${text}x`)).toBeUndefined();
  expect(await qrRows(`${text}x`, epcMostVersion)).toBeUndefined();
});

test("amounts that the EPC does not allow have no code", () => {
  for (const amount of ["0", "0.001", "1.005", "10.001", "-5", "1000000000"])
    expect(epcText({ ...order, amount })).toBeUndefined();
  expect(epcText({ ...order, amount: "999999999.99" })).toContain("EUR999999999.99");
});

test("the Polish code counts characters: 32 diacritics of a title stay", async () => {
  const title = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ".repeat(2).slice(0, 32);
  const text = polishText({ ...polish, beneficiary: "Zażółć gęślą jaźń sp. z o.o.", reference: `${title}x` }) ?? "";
  expect(text).toBe(`5260250274|PL|61109010140000071219812874|001005|Zażółć gęślą jaźń sp|${title}|||`);
  expect(await read(text)).toBe(text);
});

test("9,999.99 PLN is the most; without NIP the field is empty; a separator in a name is a space", () => {
  expect(polishText({ ...polish, amount: "9999.99" })).toContain("|999999|");
  expect(polishText({ ...polish, amount: "10000.00" })).toBeUndefined();
  expect(polishText({ ...polish, amount: "0" })).toBeUndefined();
  expect(polishText({ ...polish, amount: "1.005" })).toBeUndefined();
  expect(polishText({ ...polish, amount: null })).toBeUndefined();
  expect(polishText({ ...polish, iban: order.iban })).toBeUndefined();
  expect(polishText({ ...polish, nip: "", beneficiary: "A|B" })).toMatch(/^\|PL\|\d{26}\|001005\|A B\|/);
});
