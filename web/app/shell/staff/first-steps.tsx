/** The desk of a portal that takes no registrations and on which nothing waits: what to do first, or who does it. */
import { ruleOf } from "@portico/api/rules/set-up-steps.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { PendingQuery } from "../calls/query-states.tsx";
import { useCall } from "../calls/use-call.ts";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { DemoOffer } from "./demo-offer.tsx";
import styles from "./staff-dashboard.module.css";

/** Shown at once; the page has all of them. */
const shownSteps = 5;

/** For administrators: the next steps, those first without which nobody can register. */
export function FirstSteps() {
  const t = useText();
  const query = useCall(useApi().setUp.get, {}, { refetchOnMount: "always" });
  if (!query.data) return <PendingQuery query={query} />;
  const { steps, registration } = query.data;
  const open = steps.filter(({ id, lacks }) => lacks.length > 0 && !ruleOf(id).optional);
  const rank = { registration: 0, clients: 1, later: 2 };
  const next = open
    .toSorted((one, other) => rank[ruleOf(one.id).blocks ?? "later"] - rank[ruleOf(other.id).blocks ?? "later"])
    .slice(0, shownSteps);
  return (
    <Section
      title={t("admin.firstSteps.title")}
      hint={t(registration.gaps.length > 0 ? "admin.firstSteps.hint" : "admin.firstSteps.ready")}
      actions={
        <Button component={LocaleLink} to="/admin/set-up">
          {t("admin.setUp.title")}
        </Button>
      }
    >
      {next.length > 0 && (
        <ol className={styles.steps}>
          {next.map(({ id }) => (
            <li key={id}>
              <LocaleLink to={`/admin/set-up#${id}`}>{t(`admin.setUp.step.${id}`)}</LocaleLink>
              <p>{t(`admin.setUp.why.${id}`)}</p>
            </li>
          ))}
        </ol>
      )}
      <DemoOffer />
      <p className={styles.nothing}>{t("admin.firstSteps.later")}</p>
    </Section>
  );
}

/** For colleagues without that right: who sets the portal up. */
export function WhoSetsUp() {
  const t = useText();
  const { data } = useCall(useApi().colleagues.list, {});
  const names = data?.filter(({ role }) => role === "admin").map(({ name }) => name) ?? [];
  return (
    <Notice title={t("admin.firstSteps.others")}>
      <p>{names.length > 0 && t("admin.firstSteps.who", { names: names.join(", ") })}</p>
      <p>{t("admin.firstSteps.later")}</p>
    </Notice>
  );
}
