/** "Look at it with demo data": offered while the portal is empty; shown with its address until it is removed. */
import type { CurrentDemo } from "@portico/api/demo-portal.ts";
import type { DemoObstacle } from "@portico/api/rules/demo-portal.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./demo-card.module.css";

/** While it loads, the page asks again; the event may be missed. */
const askAgainMs = 3000;

export function DemoCard() {
  const t = useText();
  const { data } = useCall(
    useApi().demoPortal.get,
    {},
    { refetchInterval: ({ state }) => (state.data?.current?.state === "loading" ? askAgainMs : false) },
  );
  if (!data) return null;
  const { current, obstacles } = data;
  // Once there are clients, it is no longer what a firm begins with.
  if (!current && obstacles.includes("notEmpty")) return null;
  return (
    <Section id="demo" title={t("admin.demo.title")} hint={t("admin.demo.hint")}>
      <div className={styles.card}>{current ? <Current demo={current} /> : <Offer obstacles={obstacles} />}</div>
    </Section>
  );
}

function Offer({ obstacles }: { obstacles: readonly DemoObstacle[] }) {
  const t = useText();
  const load = useChange((api) => api.demoPortal.load({ body: {} }));
  const begin = () =>
    openConfirmation({
      title: t("admin.demo.loadTitle"),
      text: t("admin.demo.loadText"),
      confirmLabel: t("admin.demo.load"),
      action: async () => {
        await load.mutateAsync();
      },
    });
  if (obstacles.length > 0) return obstacles.map((one) => <Notice key={one}>{t(`admin.demo.obstacle.${one}`)}</Notice>);
  return (
    <Button size="compact-sm" variant="light" onClick={begin}>
      {t("admin.demo.load")}
    </Button>
  );
}

function Current({ demo }: { demo: CurrentDemo }) {
  const t = useText();
  const { state, failure, link, loadedAt, loadedBy } = demo;
  return (
    <>
      {state === "loading" && (
        <>
          <progress className={styles.progress} aria-label={t("admin.demo.loading")} />
          <p aria-live="polite">{t("admin.demo.loading")}</p>
        </>
      )}
      {state === "failed" && (
        <Notice tone="failed" title={t("admin.demo.failed")}>
          <span lang="en">{failure}</span>
        </Notice>
      )}
      {state === "on" && link !== null && <Link link={link} />}
      <p className={styles.small}>
        {t("admin.demo.loadedBy", { name: loadedBy })}, <RecordTime at={loadedAt} />
      </p>
      <Remove id={demo.id} />
    </>
  );
}

function Link({ link }: { link: string }) {
  const t = useText();
  return (
    <>
      <Notice tone="attention" title={t("admin.demo.isOn")}>
        {t("admin.demo.linkHint")}
      </Notice>
      <p className={styles.link}>
        <code>{link}</code> <CopyButton text={link} label={t("admin.demo.link")} />
      </p>
      <p>
        <a href={link}>{t("admin.demo.open")}</a>
      </p>
    </>
  );
}

function Remove({ id }: { id: number }) {
  const t = useText();
  const remove = useChange((api) => api.demoPortal.remove({ params: { id } }));
  return (
    <div>
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        onClick={() =>
          openConfirmation({
            title: t("admin.demo.removeTitle"),
            text: t("admin.demo.removeText"),
            confirmLabel: t("admin.demo.remove"),
            destructive: true,
            action: async () => {
              await remove.mutateAsync();
            },
          })
        }
      >
        {t("admin.demo.remove")}
      </Button>
      {remove.error && <Notice tone="failed">{errorText(t, remove.error)}</Notice>}
    </div>
  );
}
