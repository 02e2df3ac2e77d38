/** The file's effect on one account: positions and cash before, after, and as stated in the file. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { useMemo } from "react";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatAmount, formatDay, formatDecimal, formatQuantity, withSign } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { cashDecimals } from "./position-digits.ts";

type Account = ImportPreview["accounts"][number];
type Position = Account["positions"][number];

export function AccountPreview({ account }: { account: Account }) {
  const t = useText();
  const language = useLanguage();
  const columns = useColumns();
  const breaks = account.positions.filter((position) => position.difference !== null).length;
  const period =
    account.from &&
    account.to &&
    t("admin.imports.period", {
      from: formatDay(language, account.from),
      to: formatDay(language, account.to),
    });
  const entries = t("admin.imports.entries", {
    count: account.entries,
    fresh: account.newEntries,
    known: account.knownEntries,
  });
  return (
    <Section
      title={
        account.holder ? (
          <>
            <HolderName holder={account.holder} /> <span className={styles.rest}>{account.account}</span>
          </>
        ) : (
          account.account
        )
      }
      hint={[period, entries].filter(Boolean).join(" · ")}
    >
      {!account.holder && <Notice tone="failed">{t("admin.imports.holderUnknown")}</Notice>}
      {account.cashBelowZero.length > 0 && (
        <Notice tone="attention">
          {t("admin.imports.cashBelowZero", { currencies: account.cashBelowZero.join(", ") })}
        </Notice>
      )}
      {breaks > 0 && (
        <Notice tone="attention" title={t("admin.imports.breaks", { count: breaks })}>
          {t("admin.imports.breaksExplain")}
        </Notice>
      )}
      {account.positions.length > 0 && (
        <DataTable
          dense
          label={t("admin.imports.positions")}
          columns={columns}
          rows={account.positions}
          rowId={positionKey}
          exportName={`import-${account.account}`}
        />
      )}
    </Section>
  );
}

function HolderName({ holder }: { holder: NonNullable<Account["holder"]> }) {
  return <LocaleLink to={`/admin/${holder.holder_type}/${holder.holder_id}/profile`}>{holder.name}</LocaleLink>;
}

/** What of the stated units cannot be sold, and what is pledged. */
function Restrictions({ position: { notAvailable, pledged } }: { position: Position }) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      {notAvailable && (
        <div className={styles.small}>
          {t("admin.imports.notAvailable", { quantity: formatQuantity(language, notAvailable) })}
        </div>
      )}
      {pledged && (
        <div className={styles.small}>
          {t("admin.imports.pledged", { quantity: formatQuantity(language, pledged) })}
        </div>
      )}
    </>
  );
}

const positionKey = (position: Position): string =>
  `${position.cash ? "cash" : (position.instrumentId ?? position.name)}:${position.ticker}:${position.currency}`;

/** Cash that differs is exported with all digits. */
const paid = ({ cash, currency, difference }: Position): string | null =>
  cash && difference === null ? currency : null;

function useColumns(): Column<Position>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    const write = (position: Position, value: string) =>
      position.cash ? formatDecimal(language, value, cashDecimals(position)) : formatQuantity(language, value);
    const figure = (id: "before" | "after", phone?: "key"): Column<Position> => ({
      id,
      header: t(`admin.imports.${id}`),
      numeric: true,
      currency: paid,
      value: (position) => position[id],
      cell: (position) =>
        id === "before" && position.cash
          ? formatAmount(language, position.before, position.currency)
          : write(position, position[id]),
      ...(phone && { phone }),
    });
    return [
      {
        id: "name",
        header: t("admin.imports.position"),
        value: (position) => (position.cash ? t("admin.imports.cash", { currency: position.currency }) : position.name),
        phone: "title",
      },
      { id: "ticker", header: t("portfolios.holdings.ticker"), value: (position) => position.ticker },
      { id: "currency", header: t("portfolios.holdings.instrumentCurrency"), value: (position) => position.currency },
      figure("before"),
      figure("after", "key"),
      {
        id: "stated",
        header: t("admin.imports.stated"),
        numeric: true,
        currency: paid,
        value: (position) => position.stated,
        cell: (position) =>
          position.stated === null ? (
            <span className={styles.rest}>{t("admin.imports.notStated")}</span>
          ) : (
            <>
              {write(position, position.stated)}
              <Restrictions position={position} />
            </>
          ),
      },
      {
        id: "difference",
        header: t("admin.imports.difference"),
        numeric: true,
        phone: "key",
        value: (position) => position.difference,
        cell: (position) => {
          if (position.difference !== null)
            return (
              <span className={styles.break}>
                {withSign(position.difference, write(position, position.difference))}
              </span>
            );
          return position.stated !== null && <span className={styles.rest}>{t("admin.imports.agrees")}</span>;
        },
      },
    ];
  }, [t, language]);
}
