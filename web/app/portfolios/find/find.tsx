/** One search over all that the portfolio has: its holdings, its orders and requests in every state, and every entry. */

import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { isLongerThan } from "@portico/api/rules/characters.ts";
import { searchedWords } from "@portico/api/rules/entry-search.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useFirmToday } from "../../shell/firm-day.ts";
import { excessText } from "../../ui/excess-text.ts";
import { formatMoney } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useOpenDetail } from "../detail.ts";
import { OrdersTable } from "../entries/orders-table.tsx";
import { TransactionsTable } from "../entries/transactions-table.tsx";
import styles from "./find.module.css";

/** Longest search that is sent. */
const most = 80;

export function Find({ rows, contractCurrency }: { rows: readonly InstrumentRow[]; contractCurrency: string }) {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const [text, setText] = useState(address.get("q") ?? "");
  const [search] = useDebouncedValue(isLongerThan(text.trim(), most) ? "" : text.trim(), 300);
  // Kept in the address, so that "back" from elsewhere finds it again.
  useEffect(() => {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (search) next.set("q", search);
        else next.delete("q");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [search, setAddress]);
  return (
    <Section title={t("portfolios.find.title")}>
      <TextInput
        type="search"
        label={t("portfolios.find.label")}
        description={t("portfolios.find.hint")}
        value={text}
        error={excessText(t, text, most)}
        onChange={(event) => setText(event.currentTarget.value)}
        className={styles.field}
      />
      {search ? (
        <Found search={search} rows={rows} contractCurrency={contractCurrency} />
      ) : (
        <Empty title={t("portfolios.find.begin")} />
      )}
    </Section>
  );
}

/** All words in the holding's name, ticker, ISIN or currency. */
function isFound({ name, ticker, isin, instrumentCurrency }: InstrumentRow, search: string): boolean {
  const text = [name, ticker, isin, instrumentCurrency].join(" ").toLowerCase();
  return searchedWords(search).every((word) => text.includes(word.text));
}

function Found({
  search,
  rows,
  contractCurrency,
}: {
  search: string;
  rows: readonly InstrumentRow[];
  contractCurrency: string;
}) {
  const t = useText();
  const language = useLanguage();
  const today = useFirmToday();
  const openDetail = useOpenDetail();
  const held = rows.filter((row) => isFound(row, search));
  return (
    <>
      <h3 className={styles.heading}>{t("portfolios.find.holdings", { count: held.length })}</h3>
      <ul className={styles.list}>
        {held.map((row) => (
          <li key={row.key}>
            <button type="button" className={styles.holding} onClick={() => openDetail({ row: row.key })}>
              <span>
                {row.name} <small>{[row.ticker, row.isin].filter(Boolean).join(" · ")}</small>
              </span>
              <span>{row.currentValue === null ? "" : formatMoney(language, row.currentValue, contractCurrency)}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t("portfolios.find.orders")}</h3>
      <OrdersTable
        key={`orders ${search}`}
        range={presetRange("all", today)}
        search={search}
        onWiden={() => undefined}
        enabled
      />
      <h3 className={styles.heading}>{t("portfolios.find.entries")}</h3>
      <TransactionsTable
        key={search}
        range={presetRange("all", today)}
        search={search}
        onWiden={() => undefined}
        enabled
      />
    </>
  );
}
