/** A holder's bank accounts, with what can be done with each. */

import type { BankAccount } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useCallback, useState } from "react";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import type { Change } from "./account-changes.ts";
import { AccountNumber } from "./account-number.tsx";
import { AccountBadge, AccountNotices } from "./account-state.tsx";
import styles from "./accounts.module.css";
import { useAccounts } from "./use-accounts.ts";

const ChangeDialog = loadedPart(() => import("./change-dialog.tsx"));

interface AccountListProps {
  holder: Holder;
  /** Staff view the client's pages: nothing can be changed. */
  readOnly: boolean;
  /** For staff: four eyes are on. */
  proposes?: boolean;
  /** For staff: facts and buttons of each account, in place of what the client is told of it. */
  renderMore?: (account: BankAccount) => ReactNode;
  /** The page has the heading. */
  untitled?: boolean;
}

/** The section for a page: the client's, or the holder's for staff. */
export function BankAccounts({ holder, readOnly, proposes = false, renderMore, untitled = false }: AccountListProps) {
  const t = useText();
  const query = useAccounts(holder);
  const [change, setChange] = useState<Change>();
  const close = useCallback(() => setChange(undefined), []);
  const { data: list } = query;
  const canSave = !readOnly && list?.can.save === true;
  const addButton = canSave && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setChange({ kind: "add" })}>
      {t("accounts.action.add")}
    </Button>
  );
  return (
    <Section
      id="bank-accounts"
      title={!untitled && t("accounts.title")}
      hint={!untitled && t("accounts.hint")}
      actions={list?.accounts.length !== 0 && addButton}
    >
      {!list && <PendingQuery query={query} />}
      {list?.accounts.length === 0 && (
        <Empty icon="request" title={t("accounts.none")} action={addButton}>
          {t("accounts.noneExplain")}
        </Empty>
      )}
      <ul className={styles.list}>
        {list?.accounts.map((account) => (
          <li key={account.id} className={styles.card}>
            <AccountFacts account={account} heading={untitled ? "h2" : "h3"} />
            {renderMore ? renderMore(account) : <AccountNotices account={account} />}
            {canSave && <AccountActions account={account} onChange={setChange} />}
          </li>
        ))}
      </ul>
      {change && list && (
        <ChangeDialog holder={holder} list={list} change={change} proposes={proposes} onClose={close} />
      )}
    </Section>
  );
}

function AccountFacts({ account, heading: Heading }: { account: BankAccount; heading: "h2" | "h3" }) {
  const t = useText();
  const { name, owner, iban, number, currency, isDefault, isInUse } = account;
  return (
    <>
      <div className={styles.head}>
        <Heading>{name || t("accounts.unnamed", { currency })}</Heading>
        <AccountBadge account={account} />
        {isDefault && (
          <StatusBadge status="default" colour="blue">
            {t("accounts.default", { currency })}
          </StatusBadge>
        )}
        {isInUse && (
          <StatusBadge status="inUse" colour="grey">
            {t("accounts.isInUse")}
          </StatusBadge>
        )}
      </div>
      <div className={styles.line}>
        <AccountNumber account={account} />
        <CopyButton text={iban ?? number ?? ""} label={iban === null ? t("accounts.field.number") : "IBAN"} />
      </div>
      <p>{owner}</p>
    </>
  );
}

function AccountActions({ account, onChange }: { account: BankAccount; onChange: (change: Change) => void }) {
  const t = useText();
  const name = account.name || t("accounts.unnamed", { currency: account.currency });
  const button = (kind: "edit" | "default" | "remove", disabled = false) => (
    <Button
      size="sm"
      variant="default"
      disabled={disabled}
      aria-label={t(`accounts.label.${kind}`, { name })}
      onClick={() => onChange({ kind, account })}
    >
      {t(`accounts.action.${kind}`)}
    </Button>
  );
  return (
    <div className={styles.actions} data-no-print>
      {button("edit")}
      {!account.isDefault && account.state !== "refused" && button("default")}
      {button("remove", account.isInUse)}
    </div>
  );
}
