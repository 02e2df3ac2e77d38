/** One message: its payload, every attempt with its answer, and sending it again. */
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { answerText } from "./messages.tsx";
import styles from "./webhooks.module.css";

const laidOut = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

export default function MessageDialog({ deliveryId, close }: { deliveryId: number; close: () => void }) {
  const t = useText();
  const params = { deliveryId };
  const query = useCall(useApi().webhooks.getDelivery, { params });
  const again = useChange((api) => api.webhooks.sendAgain({ params, body: {} }), {
    onSuccess: () => alert.success(t("admin.webhooks.sentAgain")),
  });
  const message = query.data;
  return (
    <Dialog opened onClose={close} size="lg" title={message?.type ?? t("admin.webhooks.event")}>
      {!message && <PendingQuery query={query} />}
      {message && (
        <>
          <p className="small">
            <code>{message.messageId}</code> · {t(`admin.webhooks.deliveryState.${message.state}`)}
          </p>
          <h3>{t("admin.webhooks.payload")}</h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled by keyboard */}
          <pre className={styles.code} tabIndex={0}>
            {laidOut(message.body)}
          </pre>
          <h3>{t("admin.webhooks.attempts")}</h3>
          {message.attempts.length === 0 && <p>{t("admin.webhooks.attemptsNone")}</p>}
          <ol className={styles.attempts}>
            {message.attempts.map(({ id, at, durationMs, answer, detail, ...one }) => (
              <li key={id}>
                <RecordTime at={at} /> · {answerText(t, one)} · {t("admin.webhooks.ms", { ms: String(durationMs) })}
                {detail !== null && (
                  <>
                    {" "}
                    <small lang="en">{detail}</small>
                  </>
                )}
                {answer !== null && answer !== "" && (
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
                  <pre className={styles.code} tabIndex={0}>
                    {answer}
                  </pre>
                )}
              </li>
            ))}
          </ol>
          {again.error && <Notice tone="failed">{errorText(t, again.error)}</Notice>}
          <Button loading={again.isPending} onClick={() => again.mutate()}>
            {t("admin.webhooks.sendAgain")}
          </Button>
        </>
      )}
    </Dialog>
  );
}
