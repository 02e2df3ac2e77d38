/** Proposals: previous, current and proposed value, and the decisions the reader may take. */

import type { Proposal } from "@portico/api/proposals.ts";
import { type ProposalDecision, proposalDecisions } from "@portico/api/rules/proposal-decisions.ts";
import { useState } from "react";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useProfile } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import { useStableOrder } from "../../ui/use-stable-order.ts";
import { ProposalDialog } from "./proposal-dialog.tsx";
import { isStale, settingTextOf } from "./proposal-labels.ts";
import styles from "./proposals.module.css";
import { ProposedChange } from "./proposed-change.tsx";
import { useProposal, useProposals } from "./use-proposals.ts";

export function Proposals({ state }: { state: "open" | "decided" }) {
  const t = useText();
  const query = useProposals(state);
  const fetched = query.data?.rows;
  const ordered = useStableOrder(fetched, withoutDecisions);
  // A proposal decided meanwhile stays in place, so that no other moves under the pointer.
  const proposals = state === "open" ? ordered : fetched;
  if (!proposals) return <PendingQuery query={query} />;
  if (proposals.length === 0)
    return <Empty icon="eye" title={t(state === "open" ? "admin.proposals.none" : "admin.proposals.noneDecided")} />;
  const waiting = new Set(fetched?.map(({ id }) => id));
  return (
    <>
      <ul className={styles.list}>
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard listed={proposal} isGone={!waiting.has(proposal.id)} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

const noDecision = { confirm: false, decline: false, withdraw: false };
const withoutDecisions = (proposal: Proposal): Proposal => ({ ...proposal, can: noDecision });

function ProposalCard({ listed, isGone }: { listed: Proposal; isGone: boolean }) {
  const t = useText();
  const { id: ownId } = useProfile();
  const proposal = useProposal(listed, isGone);
  const [asked, setAsked] = useState<ProposalDecision>();
  const { action, holder_type, holder_id, holder_name, after, can, state, proposed_by } = proposal;
  const { decided_by, reason, decision_reason: declinedBecause } = proposal;
  const isOpen = state === "open" && !isGone;
  const setting = settingTextOf(proposal);

  return (
    <Section
      title={t(`admin.proposals.action.${action}`)}
      actions={proposalDecisions
        .toReversed()
        .filter((decision) => can[decision])
        .map((decision) => (
          <Button
            key={decision}
            size="sm"
            variant={decision === "confirm" ? "filled" : "default"}
            onClick={() => setAsked(decision)}
          >
            {t(`admin.proposals.${decision}`)}
          </Button>
        ))}
    >
      <p className={styles.facts}>
        {setting ? (
          <span>{t(setting)}</span>
        ) : (
          <LocaleLink to={`/admin/${holder_type}/${holder_id}/profile`}>{holder_name}</LocaleLink>
        )}
        <span>{t("admin.proposals.by", { name: proposed_by.name })}</span>
        <RecordTime at={proposal.proposed_at} />
        {state !== "open" && (
          <StatusBadge status={state} colour={state === "confirmed" ? "green" : "grey"}>
            {decided_by
              ? t(`admin.proposals.state.${state}`, { name: decided_by.name })
              : t("admin.proposals.overtaken")}
          </StatusBadge>
        )}
      </p>
      <dl className={styles.change}>
        <ProposedChange proposal={proposal} />
      </dl>
      {reason !== null && <p className={styles.content}>{t("admin.proposals.reason", { text: reason })}</p>}
      {typeof after["approvedRevision"] === "number" && (
        <p className={styles.content}>{t("admin.proposals.withApproval", { revision: after["approvedRevision"] })}</p>
      )}
      {declinedBecause !== null && (
        <p className={styles.content}>{t("admin.proposals.declinedBecause", { text: declinedBecause })}</p>
      )}
      {isOpen && isStale(proposal) && <Notice tone="attention">{t("admin.proposals.stale")}</Notice>}
      {isOpen && !isStale(proposal) && (proposed_by.id === ownId || !Object.values(can).includes(true)) && (
        <p className="small">{t(proposed_by.id === ownId ? "admin.proposals.own" : "admin.proposals.forAdmin")}</p>
      )}
      {asked && <ProposalDialog proposal={proposal} decision={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}
