/** One key: what it may do, where and until when, how it was used last, and what may be done with it. */
import type { MachineKeyRow } from "@portico/api/machines.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { RecordDate, RecordTime } from "../../ui/dates.tsx";
import rows from "../../ui/rows.module.css";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";

const colours = {
  waiting: "orange",
  active: "green",
  stopped: "red",
  expired: "grey",
  revoked: "grey",
  declined: "grey",
  exposed: "red",
} as const;

interface KeyRowProps {
  machineKey: MachineKeyRow;
  callsPerMinute: number;
  onRotate: () => void;
  onTakeOver: () => void;
}

export function KeyRow({ machineKey, callsPerMinute, onRotate, onTakeOver }: KeyRowProps) {
  const t = useText();
  const { name, state, answers } = machineKey;
  return (
    <li>
      <div className={rows.what}>
        <p>
          <strong>{name}</strong>{" "}
          <StatusBadge status={state} colour={colours[state]}>
            {t(`admin.machines.state.${state}`)}
          </StatusBadge>
        </p>
        {state === "stopped" && <p>{t("admin.machines.stoppedHint", { name: answers.name })}</p>}
        <KeyFacts machineKey={machineKey} callsPerMinute={callsPerMinute} />
      </div>
      <KeyActions machineKey={machineKey} onRotate={onRotate} onTakeOver={onTakeOver} />
    </li>
  );
}

/** One address alone needs no length of its network. */
const shortNetwork = (network: string): string => network.replace(network.includes(":") ? /\/128$/ : /\/32$/, "");

/** A key ends as the day after its last one begins. */
const lastInstant = (end: string): string => new Date(Date.parse(end) - 1).toISOString();

function KeyFacts({ machineKey: key, callsPerMinute }: Pick<KeyRowProps, "machineKey" | "callsPerMinute">) {
  const t = useText();
  const [current, former] = key.secrets;
  return (
    <div className={rows.small}>
      <p>
        {key.scopes
          .map(({ name, known }) => (known ? name : t("admin.machines.scopeGone", { scope: name })))
          .join(", ")}
      </p>
      <p>
        {[
          t("admin.machines.worksAs", { role: t(`users.role.${key.works_as}`) }),
          key.addresses.map(shortNetwork).join(", ") || t("admin.machines.anyAddress"),
          t("admin.machines.rate", { count: callsPerMinute }),
        ].join(" · ")}
      </p>
      <p>
        {t("admin.machines.answers", { name: key.answers.name })}
        {key.approved_by && key.approved_by.id !== key.answers.id && (
          <> · {t("admin.machines.approvedBy", { name: key.approved_by.name })}</>
        )}{" "}
        · {t("admin.machines.lastDay")} <RecordDate at={lastInstant(key.expires_at)} />
      </p>
      <p>
        {key.last_used_at === null ? (
          t("admin.machines.neverUsed")
        ) : (
          <>
            {t("admin.machines.lastUse", { address: key.last_address ?? "–", calls: key.calls })}{" "}
            <RecordTime at={key.last_used_at} />
          </>
        )}
      </p>
      {key.ended_at !== null && (
        <p>
          {key.ended_by ? t("admin.machines.endedBy", { name: key.ended_by.name }) : t("admin.machines.endedAt")}{" "}
          <RecordTime at={key.ended_at} />
        </p>
      )}
      {current && key.ended_at === null && (
        <p>
          {t("admin.machines.secretEnds", { hint: current.hint })}
          {former?.ends_at && (
            <>
              , {t("admin.machines.former")} <RecordTime at={former.ends_at} />
            </>
          )}
        </p>
      )}
    </div>
  );
}

type Act = "approve" | "decline" | "revoke";

function KeyActions({ machineKey, onRotate, onTakeOver }: Omit<KeyRowProps, "callsPerMinute">) {
  const t = useText();
  const runChange = useRunChange();
  const { id, name, version, scopes, can } = machineKey;
  const at = { params: { id } };
  const actions: Record<Act, () => Promise<void>> = {
    async approve() {
      await runChange((api) => api.machines.approve({ ...at, body: { version } }));
      alert.success(t("admin.machines.approved"));
    },
    async decline() {
      await runChange((api) => api.machines.decline({ ...at, body: {} }));
    },
    async revoke() {
      await runChange((api) => api.machines.revoke({ ...at, body: {} }));
      alert.success(t("admin.machines.revoked"));
    },
  };
  const text = (act: Act): string =>
    act === "approve"
      ? t("admin.machines.approveText", { scopes: scopes.map((scope) => scope.name).join(", ") })
      : t(`admin.machines.${act}Text`);
  const button = (act: Act) =>
    can[act] && (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t(`admin.machines.${act}Of`, { name })}
        onClick={() =>
          openConfirmation({
            title: t(`admin.machines.${act}Of`, { name }),
            text: text(act),
            confirmLabel: t(`admin.machines.${act}`),
            destructive: act === "revoke" || act === "decline",
            action: actions[act],
          })
        }
      >
        {t(`admin.machines.${act}`)}
      </Button>
    );
  const opener = (act: "rotate" | "takeOver", open: () => void) => (
    <Button size="compact-sm" variant="subtle" aria-label={t(`admin.machines.${act}Of`, { name })} onClick={open}>
      {t(`admin.machines.${act}`)}
    </Button>
  );
  return (
    <div className={rows.actions}>
      {button("approve")}
      {button("decline")}
      {can.rotate && opener("rotate", onRotate)}
      {can.takeOver && opener("takeOver", onTakeOver)}
      {button("revoke")}
    </div>
  );
}
