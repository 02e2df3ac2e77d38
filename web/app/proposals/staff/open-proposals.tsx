/** Open proposals about the holder, so that nobody proposes them again; with a link. */
import type { Holder } from "@portico/api/shapes.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useProposalValue } from "./proposal-labels.ts";
import { useOpenProposals } from "./use-proposals.ts";

export function OpenProposals({ holder }: { holder: Holder }) {
  const t = useText();
  const value = useProposalValue();
  const proposals = useOpenProposals(holder, useHasLevel("office"));
  if (proposals.length === 0) return null;
  return (
    <Notice tone="attention" title={t("admin.proposals.ofHolder")}>
      {proposals.map((proposal) => (
        <p key={proposal.id}>
          {t("admin.proposals.change", {
            what: t(`admin.proposals.action.${proposal.action}`),
            before: value(proposal, proposal.before),
            after: value(proposal, proposal.after),
          })}
          {", "}
          {t("admin.proposals.by", { name: proposal.proposed_by.name })}, <RecordTime at={proposal.proposed_at} />
        </p>
      ))}
      <LocaleLink to="/admin/proposals">{t("admin.proposals.open")}</LocaleLink>
    </Notice>
  );
}
