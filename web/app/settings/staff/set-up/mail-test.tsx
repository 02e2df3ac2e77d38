/** Mails the administrator a link; the step is done once it was followed. */
import { errorText } from "../../../shell/calls/api.tsx";
import { useChange } from "../../../shell/calls/use-change.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useText } from "../../../ui/text.tsx";

export function MailTest({ hasServer }: { hasServer: boolean }) {
  const t = useText();
  const send = useChange((api) => api.setUp.sendTestMail({ body: {} }));
  if (!hasServer) return <Notice>{t("admin.setUp.mail.noServer")}</Notice>;
  return (
    <>
      <Button size="compact-sm" variant="light" loading={send.isPending} onClick={() => send.mutate()}>
        {t("admin.setUp.mail.send")}
      </Button>
      {send.data && (
        <Notice tone="done" live>
          {t("admin.setUp.mail.sent", { email: send.data.email })}
        </Notice>
      )}
      {send.error && <Notice tone="failed">{errorText(t, send.error)}</Notice>}
    </>
  );
}
