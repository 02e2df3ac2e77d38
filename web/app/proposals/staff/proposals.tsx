/** Proposals: previous, current and proposed value, and the decisions the reader may take. */

import type { Proposal } from "@portico/api/proposals.ts";
import { type ProposalDecision, proposalDecisions } from "@portico/api/rules/proposal-decisions.ts";
import { type ReactNode, useState } from "react";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useProfile } from "../../shell/session/session.ts";
import { ChoiceBox } from "../../shell/staff/queue/choose-column.tsx";
import { useClaims } from "../../shell/staff/queue/claims.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { useStableOrder } from "../../ui/use-stable-order.ts";
import { ProposalDialog } from "./proposal-dialog.tsx";
import { isStale, settingTextOf } from "./proposal-labels.ts";
import styles from "./proposals.module.css";
import { ProposedChange } from "./proposed-change.tsx";
import { type ProposalFilter, useProposal, useProposals } from "./use-proposals.ts";

interface ProposalsProps {
  filter: ProposalFilter;
  /** The saved views of the queue. */
  views: ReactNode;
  /** Offers ready texts to decline with. */
  ready: Ready;
}
type Ready = (onInsert: (text: string) => void) => ReactNode;

export function Proposals({ filter, views, ready }: ProposalsProps) {
  const t = useText();
  const { state } = filter;
  const query = useProposals(filter);
  const fetched = query.data?.rows;
  const open = query.data?.pages[0]?.open;
  // Counted over the whole queue.
  const isWhole = state === "open" && filter.assigned === undefined;
  const matching = isWhole && open !== undefined ? { count: open, isCapped: false } : undefined;
  const ordered = useStableOrder(fetched, withoutDecisions);
  // A proposal decided meanwhile stays in place, so that no other moves under the pointer.
  const proposals = state === "open" ? ordered : fetched;
  const waiting = new Set(fetched?.map(({ id }) => id));
  const mayGive = useHasLevel("office");
  const mayWork = ({ id, can }: Proposal) =>
    mayGive && state === "open" && waiting.has(id) && (can.confirm || can.decline);
  const claim = useClaims("proposal", idOf, mayWork);
  const [asked, setAsked] = useState<Proposal>();
  const nameOf = ({ action, holder_name }: Proposal) => `${t(`admin.proposals.action.${action}`)}: ${holder_name}`;
  return (
    <>
      <Queue
        query={{ ...query, isPlaceholderData: false }}
        label={t("admin.proposals.title")}
        columns={noColumns}
        rows={proposals}
        rowId={rowId}
        pathOf={pathOf}
        nameOf={nameOf}
        mayChoose={mayWork}
        filter={filter}
        matching={matching}
        above={views}
        give={(of, to) => ({ action: "giveProposals", of, to })}
        claim={state === "open" ? claim : undefined}
        rowActions={[
          {
            key: "e",
            label: t("admin.proposals.confirm"),
            act: (proposal) => proposal.can.confirm && setAsked(proposal),
          },
        ]}
        renderCard={(proposal, { choice, claim: worker }) => (
          <ProposalCard
            listed={proposal}
            isGone={!waiting.has(proposal.id)}
            choice={choice && <ChoiceBox choice={choice} />}
            worker={worker}
            ready={ready}
          />
        )}
        empty={
          <Empty icon="eye" title={t(state === "open" ? "admin.proposals.none" : "admin.proposals.noneDecided")} />
        }
      />
      {asked && (
        <ProposalDialog proposal={asked} decision="confirm" ready={ready} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

const idOf = ({ id }: Proposal): number => id;
const rowId = ({ id }: Proposal): string => String(id);
const pathOf = ({ holder_type, holder_id }: Proposal): string => `/admin/${holder_type}/${holder_id}/profile`;
const noColumns: readonly Column<Proposal>[] = [];
const noDecision = { confirm: false, decline: false, withdraw: false };
const withoutDecisions = (proposal: Proposal): Proposal => ({ ...proposal, can: noDecision });

interface ProposalCardProps {
  listed: Proposal;
  isGone: boolean;
  choice: ReactNode;
  /** Who works on it. */
  worker: ReactNode;
  ready: Ready;
}

function ProposalCard({ listed, isGone, choice, worker, ready }: ProposalCardProps) {
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
        {choice}
        {setting ? (
          <span>{t(setting)}</span>
        ) : (
          <LocaleLink to={`/admin/${holder_type}/${holder_id}/profile`}>{holder_name}</LocaleLink>
        )}
        <span>{t("admin.proposals.by", { name: proposed_by.name })}</span>
        <RecordTime at={proposal.proposed_at} />
        {worker}
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
      {asked && (
        <ProposalDialog proposal={proposal} decision={asked} ready={ready} onClose={() => setAsked(undefined)} />
      )}
    </Section>
  );
}
