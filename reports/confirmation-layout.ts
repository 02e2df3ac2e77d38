/** What a confirmation of trades shows. */
import type { ConfirmationData } from "./confirmation.ts";
import { gapNotes } from "./gap-sentences.ts";
import { type ColumnOf, type Layout, tableOf } from "./layout.ts";

type Trade = ConfirmationData["trades"][number];

const tradeColumns: readonly ColumnOf<Trade>[] = [
  {
    fields: [
      { label: "reports.assets.instrument", as: "text", value: ({ instrument }) => instrument },
      {
        label: "reports.confirmation.side",
        as: "label",
        place: "below",
        value: ({ side }) => `reports.movement.${side}`,
      },
      { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
    ],
  },
  {
    fields: [
      { label: "reports.management.day", as: "day", value: ({ day }) => day },
      { label: "reports.confirmation.time", as: "time", place: "below", value: ({ time }) => time },
      { label: "reports.confirmation.venue", as: "text", place: "below", value: ({ venue }) => venue },
      {
        label: "reports.confirmation.settlementDay",
        as: "day",
        place: "below",
        value: ({ settlementDay }) => settlementDay,
      },
    ],
  },
  {
    fields: [
      { label: "reports.assets.quantity", as: "quantity", value: ({ quantity }) => quantity },
      { label: "reports.confirmation.unitPrice", as: "quantity", place: "below", value: ({ price }) => price },
    ],
  },
  {
    fields: [
      { label: "reports.confirmation.consideration", as: "price", value: ({ consideration }) => consideration },
      {
        label: "reports.confirmation.accruedInterest",
        as: "price",
        place: "below",
        value: ({ accruedInterest }) => accruedInterest,
      },
    ],
  },
  {
    label: "reports.management.charges",
    fields: [
      { label: "reports.management.fee", as: "price", value: ({ commission }) => commission },
      { label: "reports.management.tax", as: "price", place: "below", value: ({ tax }) => tax },
    ],
  },
  {
    fields: [
      { label: "reports.confirmation.net", as: "price", value: ({ amount }) => amount },
      { label: "reports.assets.amountCurrency", as: "text", place: "after", value: ({ currency }) => currency },
      { label: "reports.assets.rate", as: "rate", place: "below", value: ({ rate }) => rate?.value ?? null },
      { label: "reports.assets.rateDay", as: "day", place: "below", value: ({ rate }) => rate?.day ?? null },
      { label: "reports.assets.rateSource", as: "source", place: "below", value: ({ rate }) => rate?.source ?? null },
    ],
  },
];

export function confirmationLayout(data: ConfirmationData): Layout {
  const { given, period, trades, gaps } = data;
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
      tableOf("reports.confirmation.trades", tradeColumns, trades, { empty: "reports.confirmation.none" }),
      ...gapNotes(gaps),
      {
        kind: "notes",
        title: "reports.notes.title",
        sentences: [{ key: "reports.confirmation.signs" }, { key: "reports.confirmation.complaint" }],
      },
    ],
  };
}
