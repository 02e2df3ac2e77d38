/** Small Flex statements for tests, in the format of Interactive Brokers, with invented names. */

type Fields = Readonly<Record<string, string | number | undefined>>;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export const element = (name: string, fields: Fields): string =>
  `<${name} ${Object.entries(fields)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}="${escaped(String(value))}"`]))
    .join(" ")} />`;

/** A security with every name that a statement has. */
export const acme = {
  assetCategory: "STK",
  subCategory: "COMMON",
  symbol: "ACME",
  description: "ACME WORKS INC",
  conid: "1001",
  securityID: "US0378331005",
  securityIDType: "ISIN",
  isin: "US0378331005",
  issuerCountryCode: "US",
  multiplier: "1",
} as const;
export const fund = {
  assetCategory: "STK",
  subCategory: "ETF",
  symbol: "WRLD",
  description: "WORLD SHARES ETF",
  conid: "1002",
  isin: "IE00B4L5Y983",
  issuerCountryCode: "IE",
  multiplier: "1",
} as const;

let nextId = 1;
const freshId = (): string => String(7_000_000 + nextId++);

/** A buy of 10 ACME at 100 with 1 commission by default. The money follows from quantity and price. */
export function trade(fields: Fields = {}): string {
  const quantity = Number(fields["quantity"] ?? 10);
  const price = Number(fields["tradePrice"] ?? 100);
  const commission = Number(fields["ibCommission"] ?? -1);
  const taxes = Number(fields["taxes"] ?? 0);
  const proceeds = Number(fields["proceeds"] ?? (-quantity * price).toFixed(4));
  return element("Trade", {
    currency: "USD",
    ...acme,
    tradeID: freshId(),
    transactionID: freshId(),
    ibOrderID: "500",
    dateTime: "20240110;103000",
    tradeDate: "20240110",
    reportDate: "20240110",
    transactionType: "ExchTrade",
    quantity,
    tradePrice: price,
    proceeds,
    taxes,
    ibCommission: commission,
    ibCommissionCurrency: "USD",
    netCash: Number((proceeds + commission + taxes).toFixed(4)),
    openCloseIndicator: quantity < 0 ? "C" : "O",
    buySell: quantity < 0 ? "SELL" : "BUY",
    levelOfDetail: "EXECUTION",
    ...fields,
  });
}

export const cash = (fields: Fields): string =>
  element("CashTransaction", {
    currency: "USD",
    assetCategory: "",
    symbol: "",
    conid: "",
    isin: "",
    dateTime: "20240115",
    reportDate: "20240115",
    transactionID: freshId(),
    levelOfDetail: "DETAIL",
    description: "CASH",
    ...fields,
  });

export const action = (fields: Fields): string =>
  element("CorporateAction", {
    currency: "USD",
    ...acme,
    reportDate: "20240301",
    dateTime: "20240229;202500",
    amount: "0",
    proceeds: "0",
    value: "0",
    transactionID: freshId(),
    ...fields,
  });

export const position = (fields: Fields): string =>
  element("OpenPosition", {
    currency: "USD",
    ...acme,
    reportDate: "20240331",
    side: "Long",
    levelOfDetail: "SUMMARY",
    ...fields,
  });

export interface Sections {
  information?: Fields;
  Trades?: string[];
  CashTransactions?: string[];
  CorporateActions?: string[];
  Transfers?: string[];
  TransactionTaxes?: string[];
  SalesTaxes?: string[];
  OpenPositions?: string[];
  CashReport?: string[];
  ConversionRates?: string[];
  SecuritiesInfo?: string[];
  MTMPerformanceSummaryInBase?: string[];
  InterestAccruals?: string[];
  OpenDividendAccruals?: string[];
  ChangeInDividendAccruals?: string[];
}

export interface Account extends Sections {
  account?: string;
  from?: string;
  to?: string;
}

/** One row per line, so that tests can name the line: sections begin on line 4. */
function statement({
  account = "U100",
  from = "20240101",
  to = "20240331",
  information,
  ...sections
}: Account): string {
  const lines = [
    `<FlexStatement accountId="${account}" fromDate="${from}" toDate="${to}" period="" whenGenerated="20240401;010000">`,
  ];
  if (information) lines.push(element("AccountInformation", { accountId: account, ...information }));
  for (const [name, rows] of Object.entries(sections) as [string, string[]][]) {
    lines.push(`<${name}>`);
    for (const row of rows) lines.push(row.replace(/^<(\w+) /, (_, tag: string) => `<${tag} accountId="${account}" `));
    lines.push(`</${name}>`);
  }
  lines.push("</FlexStatement>");
  return lines.join("\n");
}

export const flex = (...accounts: Account[]): string =>
  [
    '<FlexQueryResponse queryName="Test" type="AF">',
    `<FlexStatements count="${accounts.length}">`,
    ...accounts.map(statement),
    "</FlexStatements>",
    "</FlexQueryResponse>",
  ].join("\n");
