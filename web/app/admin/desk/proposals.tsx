/** Changes that wait for a second pair of eyes, with before and after; whoever proposed one may only withdraw it. */
import { Button } from "@mantine/core";
import type { Proposal } from "@portico/api/staff-desk.ts";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { AwaitedAnswer, ShowMore } from "../../shell/query-states.tsx";
import { useProfile } from "../../shell/session.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./desk.module.css";
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

/** The one value that a proposal changes, as it is shown. */
function useValue(): (action: Proposal["action"], side: Record<string, unknown>) => string {
  const t = useText();
  return (action, side) => {
    if (action === "setRole") return t(`users.role.${String(side["role"]) as "client"}`);
    if (action === "fourEyesOff") return t(side["on"] === true ? "admin.proposals.on" : "admin.proposals.off");
    if (action === "disable") return t(`users.state.${String(side["state"]) as "postKYC"}`);
    return typeof side["clientNumber"] === "string" ? side["clientNumber"] : t("admin.client.numberNone");
  };
}

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const t = useText();
  const { id: ownId } = useProfile();
  const decide = useDecide();
  const value = useValue();
  const { action, holder_type, holder_id, holder_name, before, after, state, proposed_by, decided_by } = proposal;
  const isOwn = proposed_by.id === ownId;
  const send = (decision: "confirm" | "decline" | "withdraw") =>
    decide.mutate(
      { id: proposal.id, decision },
      {
        onSuccess: () => alert.success(t(`admin.proposals.done.${decision}`)),
        onError: (error) => alert.error(errorText(t, error)),
      },
    );
  return (
    <Section
      title={t(`admin.proposals.action.${action}`)}
      actions={
        state === "open" && (
          <>
            {isOwn ? (
              <Button size="sm" variant="default" loading={decide.isPending} onClick={() => send("withdraw")}>
                {t("admin.proposals.withdraw")}
              </Button>
            ) : (
              <>
                <Button size="sm" variant="default" disabled={decide.isPending} onClick={() => send("decline")}>
                  {t("admin.proposals.decline")}
                </Button>
                <Button size="sm" loading={decide.isPending} onClick={() => send("confirm")}>
                  {t("admin.proposals.confirm")}
                </Button>
              </>
            )}
          </>
        )
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
          <dd>{value(action, before)}</dd>
        </div>
        <div>
          <dt>{t("admin.proposals.after")}</dt>
          <dd>{value(action, after)}</dd>
        </div>
      </dl>
      {isOwn && state === "open" && <p className={styles.muted}>{t("admin.proposals.own")}</p>}
    </Section>
  );
}
