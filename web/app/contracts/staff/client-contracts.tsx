/** A holder's last contracts on the holder's page, and the way to all of them. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import parts from "../../shell/staff/parts.module.css";
import { RecordDate } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ContractBadge } from "../contract-badge.tsx";
import { holderContractsPath, staffContractPath } from "./paths.ts";

const shown = 3;

export function ClientContracts({ holder }: { holder: Holder }) {
  const t = useText();
  const api = useApi();
  const query = useCall(api.contracts.list, { params: { ...holder, type: "all" }, query: { limit: shown } });
  return (
    <Section
      title={t("admin.contracts.title")}
      actions={<LocaleLink to={holderContractsPath(holder)}>{t("admin.contracts.ofHolder")}</LocaleLink>}
    >
      {!query.data ? (
        <PendingQuery query={query} />
      ) : query.data.contracts.length === 0 ? (
        <p className={parts.muted}>{t("admin.contracts.noneOfHolder")}</p>
      ) : (
        <ul className={parts.list}>
          {query.data.contracts.map((contract) => (
            <li key={contract.id}>
              <span>
                <LocaleLink to={staffContractPath(contract)}>{contract.contract_name}</LocaleLink>
                <small>
                  <RecordDate at={contract.state_changed_at} />
                </small>
              </span>
              <ContractBadge contract={contract} forStaff />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
