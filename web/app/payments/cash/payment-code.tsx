/** The QR code with which a bank's app fills in the payment. Its modules come from the server and are drawn here. */
import { TextInput } from "@mantine/core";
import type { Instruction } from "@portico/api/payments/cash.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { digitsOf } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { readSum } from "./amounts.ts";
import styles from "./money.module.css";

/** Light modules around the code, by which readers find it. */
const quietZone = 4;

interface PaymentCodeProps {
  currency: string;
  kind: NonNullable<Instruction["code"]>;
  /** Of an announced deposit; otherwise it is typed here. */
  amount?: string | undefined;
}

export default function PaymentCode({ currency, kind, amount }: PaymentCodeProps) {
  const t = useText();
  const language = useLanguage();
  const [typed, setTyped] = useState("");
  const read = typed.trim() === "" ? undefined : readSum(language, typed, currency);
  const sum = useDeferredValue(amount ?? (read && "sum" in read ? read.sum : undefined));
  const isNeeded = kind === "polish" && sum === undefined;
  return (
    <div className={styles.code}>
      <h3>{t("money.in.code.title")}</h3>
      {amount === undefined && (
        <TextInput
          inputMode="decimal"
          label={t(kind === "polish" ? "money.in.amountNeeded" : "money.in.amount")}
          value={typed}
          error={read && "fault" in read ? t("money.error.sum", { decimals: digitsOf(currency) }) : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {isNeeded ? (
        <p className={styles.small}>{t("money.in.code.needsAmount")}</p>
      ) : (
        <Code currency={currency} kind={kind} amount={sum} />
      )}
    </div>
  );
}

function Code({ currency, kind, amount }: PaymentCodeProps) {
  const t = useText();
  const api = useApi();
  const { holderType, holderId } = useHolder();
  const query = useCall(
    api.payments.getPaymentCode,
    { params: { holderType, holderId }, query: { currency, amount } },
    { staleTime: Infinity, placeholderData: keepPreviousData },
  );
  if (!query.data) return <PendingQuery query={query} />;
  const { code } = query.data;
  if (!code) return <p>{t(kind === "polish" ? "money.in.code.none" : "money.in.code.noneEuro")}</p>;
  const side = code.size + 2 * quietZone;
  return (
    <svg
      className={styles.modules}
      viewBox={`0 0 ${side} ${side}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need an address
      role="img"
      aria-label={t("money.in.code.label", { currency })}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={modulesPath(code.rows)} fill="#000" />
    </svg>
  );
}

/** Each run of dark modules of a row as one rectangle. */
const modulesPath = (rows: readonly string[]): string =>
  rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index + quietZone} ${y + quietZone}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join("");
