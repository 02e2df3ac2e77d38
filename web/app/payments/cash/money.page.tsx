/** Cash, payments on their way, where to pay in, withdrawals, bank accounts, rates, and every movement. */
import { api } from "virtual:portico-api";
import { useState } from "react";
import { useBecause } from "../../portfolios/gap-text.ts";
import { FxRates } from "../../portfolios/holdings/fx-rates.tsx";
import { sourceText } from "../../portfolios/source-text.ts";
import { holder as early, earlyCall, type PageHandle } from "../../shell/calls/early-calls.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { holderKey, useActiveHolder } from "../../shell/session/active-holder.ts";
import { useKeptDraft } from "../../shell/unsent/use-kept-draft.ts";
import { Button } from "../../ui/button.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { BankAccounts } from "../accounts/account-list.tsx";
import { requestBlock } from "../requests/request-block.ts";
import {
  emptyWithdrawal,
  inHeldCurrency,
  isTypedWithdrawal,
  type WithdrawalDraft,
} from "../withdrawals/withdrawal-draft.ts";
import { CashTable } from "./cash-table.tsx";
import { Instructions } from "./instructions.tsx";
import styles from "./money.module.css";
import { Payments } from "./payment-list.tsx";
import { useMoney } from "./use-money.ts";

const WithdrawDialog = loadedPart(() => import("../withdrawals/withdraw-dialog.tsx"));
const DepositDialog = loadedPart(() => import("./deposit-dialog.tsx"));
const Converter = loadedPart(() => import("./converter.tsx"));
const Movements = loadedPart(
  () => import("./movements.tsx"),
  () => <Loading />,
);

export const handle: PageHandle = {
  earlyCalls: [earlyCall(api.payments.getCash, { params: early }, { numbered: true })],
};

export default function MoneyPage() {
  const t = useText();
  const { holder, clientNumber } = useActiveHolder();
  const query = useMoney();
  return (
    <>
      <PageTitle>{t("money.title")}</PageTitle>
      {query.data ? (
        <Money key={`${holder.holderType} ${holder.holderId}`} money={query.data} query={query} />
      ) : (
        <>
          <PageHead title={t("money.title")}>{t("money.lead")}</PageHead>
          {clientNumber === null ? (
            <Empty icon="money" title={t(`portfolios.state.noNumber.${holder.holderType}`)}>
              {t(`portfolios.state.noNumberExplain.${holder.holderType}`)}
            </Empty>
          ) : (
            <PendingQuery query={query} />
          )}
        </>
      )}
    </>
  );
}

interface MoneyActionsProps {
  /** Something can be withdrawn. */
  hasCash: boolean;
  isCashKnown: boolean;
  onOpen: (dialog: "deposit" | "withdraw") => void;
}

/** Pays in and out, or says why that is not possible now. */
function MoneyActions({ hasCash, isCashKnown, onOpen }: MoneyActionsProps) {
  const t = useText();
  const activeHolder = useActiveHolder();
  const block = requestBlock(activeHolder);
  const withdrawalBlock = requestBlock(activeHolder, "withdrawal");
  return (
    <>
      <PrintButton size="md" />
      <Button
        size="md"
        variant="default"
        disabled={withdrawalBlock !== undefined || !hasCash}
        onClick={() => onOpen("withdraw")}
        aria-describedby="money-block"
      >
        {t("money.action.withdraw")}
      </Button>
      <Button size="md" disabled={block !== undefined} onClick={() => onOpen("deposit")} aria-describedby="money-block">
        {t("money.action.deposit")}
      </Button>
      {(block ?? !hasCash) && (
        <p id="money-block" className={styles.block}>
          {block
            ? t(`portfolios.request.blocked.${block}`)
            : t(isCashKnown ? "money.out.noCash" : "money.out.cashUnknown")}
        </p>
      )}
    </>
  );
}

type MoneyAnswer = NonNullable<ReturnType<typeof useMoney>["data"]>;

function Money({ money, query }: { money: MoneyAnswer; query: ReturnType<typeof useMoney> }) {
  const t = useText();
  const because = useBecause();
  const { holder, readOnly } = useActiveHolder();
  const { cash, cashFault, contractCurrency, instructions, reference } = money;
  const own = [...new Set([contractCurrency, ...cash.map(({ currency }) => currency)])];
  const payable = cash.filter(({ available }) => Number(available) > 0);
  const [opened, setOpened] = useState<"deposit" | "withdraw">();
  const [used, setUsed] = useState<ReadonlySet<"deposit" | "withdraw">>(new Set());
  const empty = emptyWithdrawal(contractCurrency);
  const kept = useKeptDraft<WithdrawalDraft>(`withdrawal.${holderKey(holder)}`, empty, isTypedWithdrawal);
  // Cash may arrive, or be paid out, while the page is open.
  const draft = inHeldCurrency(kept.draft ?? empty, payable);
  const open = (dialog: "deposit" | "withdraw") => {
    setUsed((before) => new Set([...before, dialog]));
    setOpened(dialog);
  };
  const close = () => setOpened(undefined);
  return (
    <>
      <PageHead
        title={t("money.title")}
        actions={<MoneyActions hasCash={payable.length > 0} isCashKnown={cashFault === null} onOpen={open} />}
      >
        {t("money.lead")}
      </PageHead>
      {money.source === "custodian" && <Notice>{t("money.custodian")}</Notice>}
      {cashFault === null ? (
        <CashTable cash={cash} total={money.total} contractCurrency={contractCurrency} because={because} />
      ) : (
        <Section title={t("money.cash.title")}>
          <LoadFailed retry={() => void query.refetch()} retrying={query.isFetching}>
            {t(`money.cash.fault.${cashFault}`)}
          </LoadFailed>
        </Section>
      )}
      <Payments payments={money.payments} readOnly={readOnly} />
      <Instructions instructions={instructions} reference={reference} currency={contractCurrency} />
      <BankAccounts holder={holder} readOnly={readOnly} />
      <div className={styles.columns}>
        <FxRates own={own} />
        <Converter own={own} sourceText={(source) => sourceText(t, source)} />
      </div>
      <Movements currencies={own} hasBalances={money.source === "ledger"} />
      {used.has("withdraw") && (
        <WithdrawDialog
          opened={opened === "withdraw"}
          onClose={close}
          kept={{ ...kept, draft }}
          onSent={() => {
            close();
            setUsed((before) => new Set([...before].filter((one) => one !== "withdraw")));
            kept.clear();
          }}
          cash={payable}
          fees={money.withdrawalFees}
          needed={money.signers.needed}
        />
      )}
      {used.has("deposit") && (
        <DepositDialog
          opened={opened === "deposit"}
          onClose={close}
          instructions={instructions}
          reference={reference}
          currency={contractCurrency}
        />
      )}
    </>
  );
}
