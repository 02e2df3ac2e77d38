/** Funds with NAVs and definitions, created over HTTP. */
import type { DefinitionContent, Fund, FundContent } from "@portico/api/funds.ts";
import type { TestUser } from "../../../testing/app.ts";

export const texts = (text: string) => ({ bg: `${text} bg`, en: text, pl: `${text} pl` });
const none = { bg: "", en: "", pl: "" };

/** ISO 6166: the digit after these eleven characters. */
function checkDigit(eleven: string): number {
  let digits = "";
  for (const character of eleven) digits += Number.parseInt(character, 36).toString();
  let total = 0;
  for (let index = digits.length - 1, double = true; index >= 0; index -= 1, double = !double) {
    const digit = Number(digits[index]) * (double ? 2 : 1);
    total += digit > 9 ? digit - 9 : digit;
  }
  return (10 - (total % 10)) % 10;
}

let made = 0;
/** An ISIN that no other test of the file has. */
export function newIsin(): string {
  const eleven = `LU${String(++made).padStart(9, "0")}`;
  return `${eleven}${checkDigit(eleven)}`;
}

export const fundContent = (more: Partial<FundContent> = {}): FundContent => ({
  isin: newIsin(),
  name: `Fund ${made}`,
  manager: "Vitosha Asset Management",
  currency: "EUR",
  type: "equity",
  legal_form: "ucits",
  venue: "",
  distribution: "accumulating",
  ongoing_costs: "0.45",
  sri: 4,
  ...more,
});

export const newFund = (admin: TestUser, more: Partial<FundContent> = {}): Promise<Fund> =>
  admin.client.funds.createFund({ body: fundContent(more) });

/** A file of NAVs of one fund. */
export const navFile = (...rows: (readonly [day: string, value: string])[]): string =>
  ["date,nav,source", ...rows.map(([day, value]) => `${day},${value},TEST`)].join("\n");

/** Stores NAVs of a fund. */
export async function storeNavs(
  office: TestUser,
  fundId: number,
  ...rows: (readonly [day: string, value: string])[]
): Promise<void> {
  const { id } = await office.client.funds.previewNavs({
    body: { fileName: "navs.csv", content: navFile(...rows), fund_id: fundId },
  });
  await office.client.funds.confirmNavs({ params: { id }, body: { acceptMarked: true } });
}

export const line = (
  fundId: number | null,
  percent: string,
  more: Partial<DefinitionContent["allocation"][number]> = {},
) => ({
  fund_id: fundId,
  instrument_id: null,
  asset_class: "equity" as const,
  label: none,
  percent,
  ...more,
});

/** A content that can be published. */
export const definitionContent = (more: Partial<DefinitionContent> = {}): DefinitionContent => ({
  name: texts("Balanced"),
  summary: texts("Half and half"),
  goal: texts("Growth with calm"),
  docs: texts("# What it is for\n\nFor the long run."),
  questions: [{ question: texts("Can I leave?"), answer: texts("Any day.") }],
  risk: 3,
  years: 5,
  currency: "EUR",
  minimum: "1000",
  maximum: null,
  fees: { entry: "1", yearly: "0.8", exit: "0" },
  allocation: [line(null, "100", { label: texts("Money market") })],
  rebalancing: "yearly",
  benchmark: null,
  ...more,
});

/** A new definition with its draft. */
export const newDraft = (admin: TestUser, more: Partial<DefinitionContent> = {}) =>
  admin.client.funds.createDefinition({ body: { content: definitionContent(more) } });

/** A new definition, published. */
export async function newDefinition(admin: TestUser, more: Partial<DefinitionContent> = {}) {
  const { id } = await newDraft(admin, more);
  return admin.client.funds.publishDefinition({ params: { id }, body: { version: 1, edit: 1 } });
}
