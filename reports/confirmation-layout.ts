/** What a confirmation of trades shows. */
import type { ConfirmationData } from "./confirmation.ts";
import { gapSentences } from "./gap-sentences.ts";
import type { Layout, Table, Value } from "./layout.ts";

const tradeTable = ({ trades }: ConfirmationData): Table => ({
  kind: "table",
  title: "reports.confirmation.trades",
  columns: [
    {
      label: "reports.assets.instrument",
      fields: [
        { label: "reports.assets.instrument", as: "text" },
        { label: "reports.confirmation.side", as: "label", place: "below" },
        { label: "reports.assets.isin", as: "text", place: "below" },
      ],
    },
    {
      label: "reports.management.day",
      fields: [
        { label: "reports.management.day", as: "day" },
        { label: "reports.confirmation.time", as: "time", place: "below" },
        { label: "reports.confirmation.venue", as: "text", place: "below" },
        { label: "reports.confirmation.settlementDay", as: "day", place: "below" },
      ],
    },
    {
      label: "reports.assets.quantity",
      numeric: true,
      fields: [
        { label: "reports.assets.quantity", as: "quantity" },
        { label: "reports.confirmation.unitPrice", as: "quantity", place: "below" },
      ],
    },
    {
      label: "reports.confirmation.consideration",
      numeric: true,
      fields: [
        { label: "reports.confirmation.consideration", as: "price" },
        { label: "reports.confirmation.accruedInterest", as: "price", place: "below" },
      ],
    },
    {
      label: "reports.management.charges",
      numeric: true,
      fields: [
        { label: "reports.management.fee", as: "price" },
        { label: "reports.management.tax", as: "price", place: "below" },
      ],
    },
    {
      label: "reports.confirmation.net",
      numeric: true,
      fields: [
        { label: "reports.confirmation.net", as: "price" },
        { label: "reports.assets.amountCurrency", as: "text", place: "after" },
        { label: "reports.assets.rate", as: "rate", place: "below" },
        { label: "reports.assets.rateDay", as: "day", place: "below" },
        { label: "reports.assets.rateSource", as: "source", place: "below" },
      ],
    },
  ],
  rows: trades.map((trade): Value[] => [
    trade.instrument,
    `reports.movement.${trade.side}`,
    trade.isin,
    trade.day,
    trade.time,
    trade.venue,
    trade.settlementDay,
    trade.quantity,
    trade.price,
    trade.consideration,
    trade.accruedInterest,
    trade.commission,
    trade.tax,
    trade.amount,
    trade.currency,
    trade.rate?.value ?? null,
    trade.rate?.day ?? null,
    trade.rate?.source ?? null,
  ]),
  totals: [],
  empty: "reports.confirmation.none",
});

export function confirmationLayout(data: ConfirmationData): Layout {
  const { given, period, gaps } = data;
  return {
    title: "reports.kind.confirmation",
    facts: {
      kind: "facts",
      rows: [
        { label: "reports.fact.holder", as: "text", value: given.holder.name },
        { label: "reports.fact.account", as: "text", value: given.holder.account },
        { label: "reports.fact.from", as: "day", value: period.from },
        { label: "reports.fact.to", as: "day", value: period.to },
      ],
    },
    parts: [
      tradeTable(data),
      ...(gaps.length > 0
        ? [{ kind: "notes", title: "reports.gaps.title", sentences: gapSentences(gaps) } as const]
        : []),
      {
        kind: "notes",
        title: "reports.notes.title",
        sentences: [{ key: "reports.confirmation.signs" }, { key: "reports.confirmation.complaint" }],
      },
    ],
  };
}
