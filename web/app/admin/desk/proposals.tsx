/** Changes that wait for a second pair of eyes: what stood, what stands and what is wanted, and what the reader may do with each. */
import { Button } from "@mantine/core";
import type { Proposal, ProposalDecision } from "@portico/api/staff-desk.ts";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { AwaitedAnswer, ShowMore } from "../../shell/query-states.tsx";
import { useProfile } from "../../shell/session.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./desk.module.css";
import { useProposalValue } from "./proposal-words.ts";
import { useDecide, useProposals } from "./use-desk.ts";

export function Proposals({ state }: { state: "open" | "decided" }) {
  const t = useText();
  const query = useProposals(state);
  const proposals = query.data?.pages.flatMap((page) => page.proposals);
  if (!proposals) return <AwaitedAnswer query={query} />;
  if (proposals.length === 0)
    return <Empty icon="eye" title={t(state === "open" ? "admin.proposals.none" : "admin.proposals.noneDecided")} />;
  return (
    <>
      <ul className={styles.list}>
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard proposal={proposal} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

/** The one that carries the change out stands last. */
const inOrder: readonly ProposalDecision[] = ["withdraw", "decline", "confirm"];

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const t = useText();
  const { id: ownId } = useProfile();
  const decide = useDecide();
  const value = useProposalValue();
  const { action, holder_type, holder_id, holder_name, before, after, now, decisions, state, proposed_by, decided_by } =
    proposal;
  const isOwn = proposed_by.id === ownId;
  const isStale = now !== null && value(proposal, now) !== value(proposal, before);
  const { reason } = after;

  async function send(decision: ProposalDecision) {
    const focusBack = rememberFocus();
    try {
      // The card may be gone before this is over: the others of the list are asked for again in it.
      await decide.mutateAsync({ id: proposal.id, decision });
      alert.success(t(`admin.proposals.done.${decision}`));
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      focusBack();
    }
  }

  return (
    <Section
      title={t(`admin.proposals.action.${action}`)}
      actions={
        decisions.length > 0 &&
        inOrder
          .filter((decision) => decisions.includes(decision))
          .map((decision) => (
            <Button
              key={decision}
              size="sm"
              variant={decision === "confirm" ? "filled" : "default"}
              disabled={decide.isPending && decide.variables.decision !== decision}
              loading={decide.isPending && decide.variables.decision === decision}
              onClick={() => void send(decision)}
            >
              {t(`admin.proposals.${decision}`)}
            </Button>
          ))
      }
    >
      <p className={styles.facts}>
        {action !== "fourEyesOff" && (
          <LocaleLink to={`/admin/${holder_type}/${holder_id}/profile`}>{holder_name}</LocaleLink>
        )}
        <span>{t("admin.proposals.by", { name: proposed_by.name })}</span>
        <RecordTime at={proposal.proposed_at} />
        {decided_by && (
          <StatusBadge status={state} colour={state === "confirmed" ? "green" : "grey"}>
            {t(`admin.proposals.state.${state as "confirmed"}`, { name: decided_by.name })}
          </StatusBadge>
        )}
      </p>
      <dl className={styles.change}>
        <div>
          <dt>{t("admin.proposals.before")}</dt>
          <dd>{value(proposal, before)}</dd>
        </div>
        {isStale && (
          <div>
            <dt>{t("admin.proposals.now")}</dt>
            <dd>{value(proposal, now)}</dd>
          </div>
        )}
        <div>
          <dt>{t("admin.proposals.after")}</dt>
          <dd>{value(proposal, after)}</dd>
        </div>
      </dl>
      {typeof reason === "string" && <p className={styles.content}>{t("admin.proposals.reason", { text: reason })}</p>}
      {isStale ? (
        <Notice tone="attention">{t("admin.proposals.stale")}</Notice>
      ) : (
        state === "open" &&
        (isOwn || decisions.length === 0) && (
          <p className={styles.muted}>{t(isOwn ? "admin.proposals.own" : "admin.proposals.forAdmin")}</p>
        )
      )}
    </Section>
  );
}
