/** Confirmed withdrawals that no file pays yet, by currency: each currency is a file of its own. */
import { Checkbox } from "@mantine/core";
import type { PayableWithdrawal } from "@portico/api/payments/payment-files.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/format.ts";
import { groupIban } from "../../ui/grouped-text.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./requests.module.css";

export function PayableWithdrawals() {
  const t = useText();
  const api = useApi();
  const query = useCall(api.payments.listPayable, { query: {} });
  const groups = query.data && [...Map.groupBy(query.data.withdrawals, ({ currency }) => currency)];
  return (
    <Section title={t("admin.paymentFiles.payable")}>
      {!groups && <PendingQuery query={query} />}
      {groups?.length === 0 && <Empty icon="request" title={t("admin.paymentFiles.nothing")} />}
      {groups?.map(([currency, withdrawals]) => (
        <Currency key={currency} currency={currency} withdrawals={withdrawals} />
      ))}
    </Section>
  );
}

function Currency({ currency, withdrawals }: { currency: string; withdrawals: readonly PayableWithdrawal[] }) {
  const t = useText();
  const language = useLanguage();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const fit = withdrawals.filter(({ lacks }) => lacks === null);
  const chosen = fit.filter(({ request_id: id }) => !left.has(id));
  const total = chosen.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toFixed();
  const prepare = useChange(
    (api, requestIds: number[]) => api.payments.preparePaymentFile({ body: { currency, requestIds } }),
    { onSuccess: () => alert.success(t("admin.paymentFiles.prepared")) },
  );
  return (
    <form
      method="post"
      className={styles.form}
      aria-label={currency}
      onSubmit={(event) => {
        event.preventDefault();
        if (!prepare.isPending && chosen.length > 0) prepare.mutate(chosen.map(({ request_id: id }) => id));
      }}
    >
      {prepare.error && <Notice tone="failed">{errorText(t, prepare.error)}</Notice>}
      {fit.length > 1 && (
        <Checkbox
          label={t("admin.paymentFiles.all", { currency, count: fit.length })}
          checked={chosen.length === fit.length}
          indeterminate={chosen.length > 0 && chosen.length < fit.length}
          onChange={({ currentTarget: { checked } }) =>
            setLeft(new Set(checked ? [] : fit.map(({ request_id: id }) => id)))
          }
        />
      )}
      {withdrawals.map(({ request_id: id, holderName, owner, number, amount, lacks }) => (
        <Checkbox
          key={id}
          label={`${formatMoney(language, amount, currency)} · ${holderName}`}
          description={[owner, groupIban(number), lacks && t(`admin.paymentFiles.lacks.${lacks}`)]
            .filter(Boolean)
            .join(" · ")}
          disabled={lacks !== null}
          checked={lacks === null && !left.has(id)}
          onChange={({ currentTarget: { checked } }) =>
            setLeft((before) => new Set(checked ? [...before].filter((one) => one !== id) : [...before, id]))
          }
        />
      ))}
      <div className={styles.actions}>
        <output>{formatMoney(language, total, currency)}</output>
        <Button type="submit" loading={prepare.isPending} disabled={chosen.length === 0}>
          {t("admin.paymentFiles.prepare", { count: chosen.length, currency })}
        </Button>
      </div>
    </form>
  );
}
