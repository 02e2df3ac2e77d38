/** What the holder asked to join and joined, with the weights as they should be and as they are. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { funds } from "@portico/api/funds.ts";
import type { CSSProperties } from "react";
import { useRunChange } from "../shell/calls/use-change.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { Moment } from "../ui/dates.tsx";
import { Money, Percent, Points } from "../ui/figures.tsx";
import { Section } from "../ui/section.tsx";
import { StatusBadge, type StatusColour } from "../ui/status-badge.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./funds.module.css";

export type Join = Answer<(typeof funds)["listJoins"]>["joins"][number];

const colours: Record<Join["state"], StatusColour> = {
  asked: "orange",
  joined: "green",
  declined: "red",
  withdrawn: "grey",
  left: "grey",
};

export function MyJoins({ joins }: { joins: readonly Join[] }) {
  const t = useText();
  if (joins.length === 0) return null;
  return (
    <Section title={t("funds.mine.title")}>
      {joins.map((join) => (
        <JoinRow key={join.id} join={join} />
      ))}
    </Section>
  );
}

function JoinRow({ join }: { join: Join }) {
  const t = useText();
  const language = useLanguage();
  const { holder, readOnly } = useActiveHolder();
  const run = useRunChange();
  const { id, definition_id, name, state, amount, currency, asked_at, staff_message, ticket_id, weights, can } = join;
  const isJoined = state === "joined";
  const withdraw = () =>
    openConfirmation({
      title: t(isJoined ? "funds.mine.leaveTitle" : "funds.mine.withdrawTitle"),
      text: t(isJoined ? "funds.mine.leaveText" : "funds.mine.withdrawText", { name: name[language] }),
      confirmLabel: t(isJoined ? "funds.mine.leave" : "funds.mine.withdraw"),
      action: async () => {
        await run((api) => api.funds.withdrawJoin({ params: { ...holder, joinId: id }, body: {} }));
        alert.success(t("funds.mine.done"));
      },
    });
  return (
    <div className={styles.fund}>
      <h3>
        <LocaleLink to={`/target/${definition_id}`}>{name[language]}</LocaleLink>{" "}
        <StatusBadge status={state} colour={colours[state]}>
          {t(`funds.joinState.${state}`)}
        </StatusBadge>
      </h3>
      <p>
        <Money amount={amount} currency={currency} /> · <Moment at={asked_at} />
        {ticket_id !== null && (
          <>
            {" "}
            · <LocaleLink to={`/tickets/${ticket_id}`}>{t("funds.mine.ticket")}</LocaleLink>
          </>
        )}
      </p>
      {staff_message && <p>{t("funds.mine.answer", { text: staff_message })}</p>}
      {weights.length > 0 && <Weights weights={weights} currency={currency} />}
      {can.withdraw && !readOnly && (
        <Button size="sm" variant="default" onClick={withdraw} data-no-print>
          {t(isJoined ? "funds.mine.leave" : "funds.mine.withdraw")}
        </Button>
      )}
    </div>
  );
}

/** Percentages of two decimals: their difference in hundredths is exact. */
const difference = (target: string, actual: string): number =>
  (Math.round(Number(actual) * 100) - Math.round(Number(target) * 100)) / 100;

function Weights({ weights, currency }: { weights: Join["weights"]; currency: string }) {
  const t = useText();
  const language = useLanguage();
  const names = {
    target: t("funds.mine.target"),
    actual: t("funds.mine.actual"),
    difference: t("funds.mine.difference"),
    value: t("funds.mine.value"),
  };
  return (
    <>
      <table
        className={`${styles.table} ${styles.stacked} ${styles.named}`}
        style={{ "--columns": 2 } as CSSProperties}
      >
        <caption className="visually-hidden">{t("funds.mine.weights")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("funds.mine.part")}</th>
            {Object.values(names).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weights.map(({ fund_id, instrument_id, label, target, actual, value }) => (
            <tr key={`${fund_id} ${instrument_id} ${label[language]}`}>
              <th scope="row">{label[language]}</th>
              <td data-name={names.target}>
                <Percent value={target} />
              </td>
              <td data-name={names.actual}>
                <Percent value={actual} />
              </td>
              <td data-name={names.difference}>
                <Points signed value={actual === null ? null : difference(target, actual)} />
              </td>
              <td data-name={names.value}>
                <Money amount={value} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t("funds.mine.weightsNote")}</p>
    </>
  );
}
