/** Securities transferred in without their cost: what is known of it is offered, and a colleague confirms or types it. */
import { FileButton, TextInput } from "@mantine/core";
import type { ImportPreview, ImportTransfer, TransferCost } from "@portico/api/imports.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatAmount, formatDay, formatQuantity } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { fileTypes } from "./read-file.ts";
import { type CostField, costFaults, type TypedCost, toTransferCosts, transferId, typedOf } from "./transfer-costs.ts";

interface TransfersProps {
  preview: ImportPreview;
  /** undefined if the file is no longer available. */
  onReadAgain: ((costs: readonly TransferCost[]) => void) | undefined;
  onChooseAgain: (file: File, costs: readonly TransferCost[]) => void;
  reading: boolean;
}

export function Transfers({ preview, onReadAgain, onChooseAgain, reading }: TransfersProps) {
  const t = useText();
  const language = useLanguage();
  const { transfers } = preview;
  const [typed, setTyped] = useState<ReadonlyMap<string, TypedCost>>(new Map());
  const [showFaults, setShowFaults] = useState(false);
  if (transfers.length === 0) return null;
  const costs = toTransferCosts(language, transfers, typed);

  function submit(event: FormEvent) {
    event.preventDefault();
    setShowFaults(costs === undefined);
    if (costs) onReadAgain?.(costs);
  }
  const isChanged = typed.size > 0;
  return (
    <Section title={t("admin.imports.transfers")} hint={t("admin.imports.transfersHint")}>
      <form method="post" className={styles.lines} onSubmit={submit} noValidate>
        {transfers.map((transfer) => {
          const value = typed.get(transferId(transfer)) ?? typedOf(transfer);
          return (
            <Transfer
              key={transferId(transfer)}
              transfer={transfer}
              value={value}
              faults={showFaults ? costFaults(language, transfer, value) : []}
              onChange={(part) =>
                setTyped((before) => new Map(before).set(transferId(transfer), { ...value, ...part }))
              }
            />
          );
        })}
        <div className={styles.actions}>
          {onReadAgain ? (
            <Button type="submit" size="sm" loading={reading} disabled={!isChanged}>
              {t("admin.imports.transfersAgain")}
            </Button>
          ) : (
            <FileButton
              accept={fileTypes}
              onChange={(file) => {
                setShowFaults(costs === undefined);
                if (file && costs) onChooseAgain(file, costs);
              }}
            >
              {(props) => (
                <Button {...props} size="sm" loading={reading} disabled={!isChanged}>
                  {t("admin.imports.chooseAgain")}
                </Button>
              )}
            </FileButton>
          )}
        </div>
        {!onReadAgain && <p className={styles.small}>{t("admin.imports.transfersNoFile")}</p>}
      </form>
    </Section>
  );
}

/** The costs that were confirmed: they stay with the import. */
export function ConfirmedCosts({ preview }: Pick<TransfersProps, "preview">) {
  const t = useText();
  const language = useLanguage();
  const rows = preview.transfers.filter(({ cost }) => cost !== null);
  if (rows.length === 0) return null;
  const columns: Column<ImportTransfer>[] = [
    { id: "line", header: t("admin.imports.line"), numeric: true, value: ({ line }) => line },
    { id: "account", header: t("admin.imports.account"), value: ({ account }) => account, phone: "line" },
    {
      id: "name",
      header: t("admin.imports.instrument"),
      value: ({ name, ticker }) => `${name} (${ticker})`,
      phone: "title",
    },
    {
      id: "quantity",
      header: t("admin.imports.quantity"),
      numeric: true,
      value: ({ quantity }) => quantity,
      cell: ({ quantity }) => formatQuantity(language, quantity),
    },
    {
      id: "cost",
      header: t("admin.imports.openingCost"),
      numeric: true,
      value: ({ cost }) => cost,
      cell: ({ cost, currency }) => `${formatAmount(language, cost ?? "0", currency)} ${currency}`,
      phone: "key",
    },
    {
      id: "acquired",
      header: t("admin.imports.acquired"),
      value: ({ acquired }) => acquired ?? "",
      cell: acquiredCell,
      phone: "line",
    },
  ];
  return (
    <Section
      title={t("admin.imports.transfersConfirmed")}
      hint={t("admin.imports.decidedHint", { name: preview.created_by })}
    >
      <DataTable
        dense
        step={25}
        label={t("admin.imports.transfersConfirmed")}
        columns={columns}
        rows={rows}
        rowId={transferId}
      />
    </Section>
  );
}

interface TransferProps {
  transfer: ImportTransfer;
  value: TypedCost;
  faults: readonly CostField[];
  onChange: (part: Partial<TypedCost>) => void;
}

function Transfer({ transfer, value, faults, onChange }: TransferProps) {
  const t = useText();
  const language = useLanguage();
  const { line, account, name, ticker, quantity, currency, day, offers } = transfer;
  const what = `${name} (${ticker}), ${formatQuantity(language, quantity)}`;
  // An offer has a point; it is shown with the language's decimal sign, and either may be typed.
  const cost = language === "en" ? value.cost : value.cost.replace(".", ",");
  return (
    <fieldset className={styles.asked}>
      <legend>
        {[t("admin.imports.undecidedLine", { line }), account, formatDay(language, day), what].join(" · ")}
      </legend>
      {offers.map((offer) => (
        <Button
          key={`${offer.source} ${offer.sender} ${offer.cost}`}
          variant="default"
          size="compact-sm"
          className={styles.offer ?? ""}
          onClick={() => onChange({ cost: offer.cost, acquired: offer.acquired ?? "", lots: offer.lots })}
        >
          <OfferText offer={offer} currency={currency} />
        </Button>
      ))}
      <div className={styles.decision}>
        <TextInput
          size="sm"
          label={t("admin.imports.transferCost", { currency })}
          description={t("admin.imports.openingCostHint")}
          inputMode="decimal"
          autoComplete="off"
          value={cost}
          error={faults.includes("cost") ? t("admin.imports.fault.amount") : undefined}
          onChange={(event) => onChange({ cost: event.currentTarget.value, lots: [] })}
        />
        <TextInput
          size="sm"
          type="date"
          label={t("admin.imports.acquired")}
          description={t("admin.imports.acquiredHint")}
          max={day}
          value={value.acquired}
          error={faults.includes("acquired") ? t("admin.imports.acquiredFault") : undefined}
          onChange={(event) => onChange({ acquired: event.currentTarget.value, lots: [] })}
        />
      </div>
      {value.lots.length > 0 && (
        <>
          <p className={styles.small}>{t("admin.imports.lotsHint")}</p>
          <Lots lots={value.lots} currency={currency} />
        </>
      )}
    </fieldset>
  );
}

function OfferText({ offer, currency }: { offer: ImportTransfer["offers"][number]; currency: string }) {
  const t = useText();
  const language = useLanguage();
  const cost = `${formatAmount(language, offer.cost, currency)} ${currency}`;
  const name = offer.sender ?? "";
  if (offer.source === "senderLots")
    return t("admin.imports.offer.senderLots", { cost, name, count: offer.lots.length });
  const day = offer.acquired === null ? "–" : formatDay(language, offer.acquired);
  return t(`admin.imports.offer.${offer.source}`, { cost, name, day });
}

/** The lots of a transfer, or the day on which it was acquired. */
function Acquired({ row: { acquired, lots, currency } }: { row: ImportTransfer }) {
  const language = useLanguage();
  if (lots.length > 0) return <Lots lots={lots} currency={currency} />;
  return acquired !== null && formatDay(language, acquired);
}

const acquiredCell = (row: ImportTransfer) => <Acquired row={row} />;

/** What a transfer consists of, one line for each lot. */
function Lots({ lots, currency }: { lots: TransferCost["lots"]; currency: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <ul className={styles.small}>
      {lots.map(({ acquired, quantity, cost }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- lots of one day may be equal
        <li key={place}>
          {t("admin.imports.lot", {
            day: acquired === null ? t("admin.imports.lotWithoutDay") : formatDay(language, acquired),
            quantity: formatQuantity(language, quantity),
            cost: `${formatAmount(language, cost, currency)} ${currency}`,
          })}
        </li>
      ))}
    </ul>
  );
}
