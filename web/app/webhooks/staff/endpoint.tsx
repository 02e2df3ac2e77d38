/** One endpoint: its state, its secret, and what an administrator does with it. */
import type { WebhookEndpointState } from "@portico/api/webhooks.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { formatRecordTime } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { type Translate, useText } from "../../ui/text.tsx";
import styles from "./webhooks.module.css";

type Action = "pause" | "resume" | "test" | "endFormerSecret";
const done = {
  pause: "admin.webhooks.done",
  resume: "admin.webhooks.done",
  test: "admin.webhooks.tested",
  endFormerSecret: "admin.webhooks.formerEnded",
} as const;

const colours = { active: "green", noSecret: "orange", paused: "grey", disabled: "red" } as const;

/** Why nothing arrives; undefined while all is well. */
function faultText(t: Translate, { state, disabledFor, failingSince }: WebhookEndpointState): string | undefined {
  if (state === "disabled" && disabledFor !== null) return t(`admin.webhooks.disabledFor.${disabledFor}`);
  return failingSince === null ? undefined : t("admin.webhooks.failing", { time: formatRecordTime(failingSince) });
}

export function Endpoint({ endpoint }: { endpoint: WebhookEndpointState }) {
  const t = useText();
  const { name, url, events, state, lastSuccessAt, waiting } = endpoint;
  const fault = faultText(t, endpoint);
  return (
    <Section title={name}>
      <p className={styles.state}>
        <StatusBadge status={state} colour={colours[state]}>
          {t(`admin.webhooks.state.${state}`)}
        </StatusBadge>
      </p>
      {endpoint.pausedFor !== null && (
        <Notice tone="attention">{t(`admin.webhooks.pausedFor.${endpoint.pausedFor}`)}</Notice>
      )}
      {fault !== undefined && <Notice tone="failed">{fault}</Notice>}
      <p className={styles.address} lang="en">
        {url}
      </p>
      <Facts>
        <span>
          {t("admin.webhooks.lastSuccess")}: {lastSuccessAt === null ? "–" : <RecordTime at={lastSuccessAt} />}
        </span>
        <span>
          {t("admin.webhooks.waiting")}: {waiting}
        </span>
      </Facts>
      <details className={styles.events}>
        <summary>
          {t("admin.webhooks.events")} ({events.length})
        </summary>
        <ul>
          {events.map((event) => (
            <li key={event}>
              {t(`admin.webhooks.event.${event}`)} <code>{event}</code>
            </li>
          ))}
        </ul>
      </details>
      <Actions endpoint={endpoint} />
    </Section>
  );
}

function Actions({ endpoint }: { endpoint: WebhookEndpointState }) {
  const { id: endpointId, name, state, formerUntil, waiting } = endpoint;
  const t = useText();
  const params = { endpointId };
  const [secret, setSecret] = useState<string>();
  const act = useChange((api, action: Action) => api.webhooks[action]({ params, body: {} }) as Promise<unknown>, {
    onSuccess: (_answer, action) => alert.success(t(done[action])),
  });
  const make = useChange((api) => api.webhooks.makeSecret({ params, body: {} }), {
    onSuccess: (made) => setSecret(made.secret),
  });
  const remove = useChange((api) => api.webhooks.remove({ params, body: {} }), {
    onSuccess: () => alert.success(t("admin.webhooks.deleted")),
  });
  const askToRotate = () =>
    openConfirmation({
      title: t("admin.webhooks.rotate"),
      text: t("admin.webhooks.rotateAsk"),
      confirmLabel: t("admin.webhooks.rotate"),
      action: async () => void (await make.mutateAsync()),
    });
  const drop = useChange((api) => api.webhooks.dropWaiting({ params, body: {} }), {
    onSuccess: () => alert.success(t("admin.webhooks.dropped")),
  });
  const askToDrop = () =>
    openConfirmation({
      title: t("admin.webhooks.drop"),
      text: t("admin.webhooks.dropAsk", { count: waiting, name }),
      confirmLabel: t("admin.webhooks.drop"),
      destructive: true,
      action: async () => void (await drop.mutateAsync()),
    });
  const askToDelete = () =>
    openConfirmation({
      title: t("admin.webhooks.delete"),
      text: t("admin.webhooks.deleteAsk", { name }),
      confirmLabel: t("admin.webhooks.delete"),
      destructive: true,
      action: async () => void (await remove.mutateAsync()),
    });
  const button = (action: Action) => (
    <Button
      key={action}
      size="compact-sm"
      variant="default"
      loading={act.isPending && act.variables === action}
      aria-label={`${t(labels[action])}: ${name}`}
      onClick={() => act.mutate(action)}
    >
      {t(labels[action])}
    </Button>
  );
  const failure = act.error ?? (state === "noSecret" ? make.error : null);
  return (
    <>
      {secret !== undefined && <MadeSecret name={name} secret={secret} />}
      {formerUntil !== null && (
        <p className="small">{t("admin.webhooks.formerUntil", { time: formatRecordTime(formerUntil) })}</p>
      )}
      {failure && <Notice tone="failed">{errorText(t, failure)}</Notice>}
      <div className={styles.actions}>
        {state === "noSecret" ? (
          <Button size="compact-sm" loading={make.isPending} onClick={() => make.mutate()}>
            {t("admin.webhooks.makeSecret")}
          </Button>
        ) : (
          <>
            {state === "active" && button("test")}
            {button(state === "active" ? "pause" : "resume")}
            {state !== "active" && waiting > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                color="red"
                aria-label={`${t("admin.webhooks.drop")}: ${name}`}
                onClick={askToDrop}
              >
                {t("admin.webhooks.drop")}
              </Button>
            )}
            {formerUntil === null ? (
              <Button size="compact-sm" variant="default" onClick={askToRotate}>
                {t("admin.webhooks.rotate")}
              </Button>
            ) : (
              button("endFormerSecret")
            )}
          </>
        )}
        <Button
          size="compact-sm"
          variant="default"
          color="red"
          aria-label={`${t("admin.webhooks.delete")}: ${name}`}
          onClick={askToDelete}
        >
          {t("admin.webhooks.delete")}
        </Button>
      </div>
    </>
  );
}

const labels = {
  pause: "admin.webhooks.pause",
  resume: "admin.webhooks.resume",
  test: "admin.webhooks.test",
  endFormerSecret: "admin.webhooks.endFormer",
} as const;

function MadeSecret({ name, secret }: { name: string; secret: string }) {
  const t = useText();
  return (
    <Notice tone="done">
      {t("admin.webhooks.secretOnce", { name })} <code className={styles.secret}>{secret}</code>{" "}
      <CopyButton text={secret} label={t("admin.webhooks.secret")} />
    </Notice>
  );
}
