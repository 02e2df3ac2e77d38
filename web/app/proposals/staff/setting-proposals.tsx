/** Open proposals about a setting of the firm, on its page: what is in force, and what was proposed. */
import type { Proposal } from "@portico/api/proposals.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./proposals.module.css";
import { ProposedChange } from "./proposed-change.tsx";

/** `setting`: of the proposals to save one, those of that name. */
export function SettingProposals({ action, setting }: { action: Proposal["action"]; setting?: string }) {
  const t = useText();
  const api = useApi();
  const { data } = useCall(api.proposals.list, { query: { action, limit: 30 } }, { enabled: useHasLevel("office") });
  const proposals = data?.proposals.filter(({ after }) => setting === undefined || after["setting"] === setting) ?? [];
  if (proposals.length === 0) return null;
  return (
    <Notice tone="attention" title={t("admin.proposals.ofHolder")}>
      {proposals.map((proposal) => (
        <dl key={proposal.id} className={styles.waiting}>
          <ProposedChange proposal={proposal} />
          <dt>{t("admin.proposals.proposer")}</dt>
          <dd>
            {proposal.proposed_by.name}, <RecordTime at={proposal.proposed_at} />
          </dd>
        </dl>
      ))}
      <LocaleLink to="/admin/proposals">{t("admin.proposals.open")}</LocaleLink>
    </Notice>
  );
}
