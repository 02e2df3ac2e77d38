/** The contracts of the active holder: those that await a signature, the others, and what may be proposed. */
import { api } from "virtual:portico-api";
import type { Api } from "@portico/api";
import type { ContractRow } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { useApi } from "../shell/calls/api.tsx";
import { holder as early, earlyCall, type PageHandle } from "../shell/calls/early-calls.ts";
import { useCall } from "../shell/calls/use-call.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Icon } from "../ui/icon.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { AwaitingContract } from "./awaiting-contract.tsx";
import { ContractList } from "./contract-list.tsx";
import styles from "./contracts.module.css";
import { pageRows, useAllContracts, useContracts } from "./use-contracts.ts";

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.contracts.list, { params: { ...early, type: "all" }, query: { limit: pageRows } }),
    earlyCall(api.contracts.listProposable, { params: early }),
  ],
};

const pathOf = ({ id }: ContractRow): string => `/contracts/${id}`;

export default function ContractsPage() {
  const t = useText();
  const { contracts } = useApi();
  const { holder, readOnly } = useActiveHolder();
  const query = useContracts(holder);
  const { data: proposable = [] } = useCall(contracts.listProposable, { params: holder }, { enabled: !readOnly });
  const exportRows = useAllContracts(holder);
  const rows = query.data?.rows;
  const awaiting = rows?.filter(({ can }) => can.sign) ?? [];
  const others = rows?.filter(({ can }) => !can.sign);
  const count = query.data?.pages[0]?.awaiting ?? 0;
  return (
    <>
      <PageTitle>{t("contracts.page.title")}</PageTitle>
      <PageHead title={t("contracts.page.title")}>{count > 0 && t("contracts.page.awaiting", { count })}</PageHead>
      {awaiting.length > 0 && (
        <Section title={t("contracts.page.toSign")}>
          <ul className={styles.rows}>
            {awaiting.map((contract) => (
              <AwaitingContract key={contract.id} contract={contract} to={pathOf(contract)} />
            ))}
          </ul>
        </Section>
      )}
      {(awaiting.length === 0 || (others && others.length > 0)) && (
        // Another one than that which loaded, so that nothing visible moves when contracts to sign come above it.
        <Section key={rows ? "loaded" : "loading"} {...(awaiting.length > 0 && { title: t("contracts.page.others") })}>
          <ContractList
            label={t("contracts.page.title")}
            query={query}
            rows={others}
            pathOf={pathOf}
            exportRows={exportRows}
            empty={
              <Empty icon="sign" title={t("contracts.list.none")}>
                {t("contracts.list.noneExplain")}
              </Empty>
            }
          />
        </Section>
      )}
      {!query.isPending && !readOnly && proposable.length > 0 && <Proposable contracts={proposable} />}
    </>
  );
}

function Proposable({ contracts }: { contracts: Answer<Api["contracts"]["listProposable"]> }) {
  const t = useText();
  return (
    <Section title={t("contracts.propose.title")} hint={t("contracts.propose.hint")}>
      <ul className={styles.rows}>
        {contracts.map(({ type, name, language }) => (
          <li key={type} className={styles.row}>
            <span className={styles.name} lang={language}>
              {name}
            </span>
            <LocaleLink
              to={`/contracts/propose/${type}`}
              className={styles.action}
              aria-label={`${t("contracts.propose.begin")}: ${name}`}
            >
              {t("contracts.propose.begin")}
              <Icon name="forward" size={16} />
            </LocaleLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
