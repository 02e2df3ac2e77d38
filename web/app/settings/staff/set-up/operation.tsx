/** What the operator sets up on the server: each line as the portal finds it now, with what is wrong and what helps. */
import type { CheckState } from "@portico/api/rules/set-up-checks.ts";
import type { CheckedAnswer } from "@portico/api/set-up.ts";
import type { TextParams } from "@portico/messages/text.ts";
import { useApi } from "../../../shell/calls/api.tsx";
import { PendingQuery } from "../../../shell/calls/query-states.tsx";
import { useCall } from "../../../shell/calls/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { formatDay, formatMoment } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Section } from "../../../ui/section.tsx";
import { StatusBadge, type StatusColour } from "../../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../../ui/text.tsx";
import styles from "./set-up.module.css";

const colours: Record<CheckState, StatusColour> = {
  wrong: "red",
  unknown: "grey",
  attention: "orange",
  trial: "grey",
  right: "green",
};

export function Operation() {
  const t = useText();
  // It calls other systems: when the page is opened and when somebody asks, not whenever its window is looked at.
  const query = useCall(useApi().setUp.check, {}, { staleTime: 300_000, refetchOnWindowFocus: false });
  return (
    <Section
      title={t("checks.page.title")}
      hint={t("checks.page.lead")}
      actions={
        query.data && (
          <Button size="compact-sm" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {t("checks.page.again")}
          </Button>
        )
      }
    >
      {query.data ? (
        <Checks {...query.data} />
      ) : (
        <>
          {!query.error && <p className={styles.summary}>{t("checks.page.asking")}</p>}
          <PendingQuery query={query} />
        </>
      )}
    </Section>
  );
}

function Checks({ at, checks }: { at: string; checks: CheckedAnswer[] }) {
  const t = useText();
  const language = useLanguage();
  const count = (state: CheckState): number => checks.filter((check) => check.state === state).length;
  return (
    <>
      <output className={styles.summary}>
        {t("checks.page.summary", { right: count("right"), all: checks.length, wrong: count("wrong") })}.{" "}
        {t("checks.page.checkedAt", { at: formatMoment(language, at) })}.
      </output>
      <ul className={styles.list}>
        {checks.map((check) => (
          <Check key={check.id} {...check} />
        ))}
      </ul>
    </>
  );
}

function Check({ id, state, found }: CheckedAnswer) {
  const t = useText();
  const isDone = state === "right";
  return (
    <li data-done={isDone}>
      <span className={styles.sign}>{isDone && <Icon name="check" />}</span>
      <div className={styles.what}>
        <h3>
          {t(`checks.title.${id}`)}{" "}
          <StatusBadge status={state} colour={colours[state]}>
            {t(`checks.state.${state}`)}
          </StatusBadge>
        </h3>
        {found.map((finding) => (
          <Finding key={finding.code} {...finding} />
        ))}
      </div>
    </li>
  );
}

/** That each text takes what is found with its code is checked where it is found. */
function Finding({ code, values, detail }: CheckedAnswer["found"][number]) {
  const t = useText();
  const language = useLanguage();
  const key = `checks.found.${code}` as const;
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(language, value) : value,
    ]),
  );
  return (
    <>
      <p>{t(key, shown as TextParams<typeof key>)}</p>
      {detail !== null && <p className={styles.small}>{t("checks.page.detail", { detail })}</p>}
    </>
  );
}
