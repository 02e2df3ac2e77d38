/** The state of the audit log's chains: verified until when, by which check, with a button that verifies again. */
import type { ChainState } from "@portico/api/audit.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { Button } from "../../ui/button.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../audit.module.css";

export function ChainPanel({ state }: { state: ChainState | undefined }) {
  const t = useText();
  const verify = useChange((api) => api.audit.verify({ body: {} }));
  const isBusy = verify.isPending || state?.running === true;
  return (
    <Section
      title={t("audit.chain.title")}
      hint={t("audit.chain.hint")}
      actions={
        <Button variant="default" size="sm" loading={isBusy} disabled={!state} onClick={() => verify.mutate()}>
          {t("audit.chain.verify")}
        </Button>
      }
    >
      {verify.error && <Notice tone="failed">{errorText(t, verify.error)}</Notice>}
      {state ? <Verdict state={state} /> : <Loading />}
    </Section>
  );
}

function Verdict({ state: { verified, entries, anchoredAt, running } }: { state: ChainState }) {
  const t = useText();
  return (
    <div className={styles.chain} aria-live="polite">
      {running && <p>{t("audit.chain.running")}</p>}
      {verified === null ? (
        <p>{t("audit.chain.never")}</p>
      ) : verified.failure !== null ? (
        <Notice tone="failed" live={false} title={t("audit.chain.failed")}>
          <Moment at={verified.at} />: <span lang="en">{verified.failure}</span>
        </Notice>
      ) : verified.breaks.length > 0 ? (
        <Notice tone="failed" live={false} title={t("audit.chain.broken", { count: verified.breaks.length })}>
          <p>
            <Moment at={verified.at} />
          </p>
          <ul>
            {verified.breaks.map(({ chain, position, reason }) => (
              <li key={chain}>
                {t("audit.chain.break", { chain, position })} <span lang="en">{reason}</span>
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <p>
          {t("audit.chain.whole", { entries: verified.entries, anchors: verified.anchors })} <Moment at={verified.at} />
          {verified.erased > 0 && <> · {t("audit.chain.erased", { count: verified.erased })}</>}
        </p>
      )}
      <p className={styles.muted}>
        {verified
          ? t("audit.chain.since", { count: Math.max(0, entries - verified.entries) })
          : t("audit.chain.entries", { count: entries })}
        {anchoredAt !== null && (
          <>
            {" · "}
            {t("audit.chain.anchored")} <Moment at={anchoredAt} />
          </>
        )}
      </p>
    </div>
  );
}
