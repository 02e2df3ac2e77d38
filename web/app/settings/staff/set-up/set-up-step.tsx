/** One step: whether it is done, why it is needed, and its form or page. */
import { ruleOf } from "@portico/api/rules/set-up-steps.ts";
import type { SetUpAnswer } from "@portico/api/set-up.ts";
import type { SettingName } from "@portico/api/settings/shapes.ts";
import { lazy, Suspense, useId } from "react";
import { errorText } from "../../../shell/calls/api.tsx";
import { alert } from "../../../shell/dialogs/alert.ts";
import { LocaleLink } from "../../../shell/navigation/locale-link.tsx";
import { useSetting } from "../../../shell/staff/use-setting.ts";
import { Button } from "../../../ui/button.tsx";
import { RecordTime } from "../../../ui/dates.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Loading } from "../../../ui/states.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { useText } from "../../../ui/text.tsx";
import { useSaveSetting } from "../use-setting-form.ts";
import { MailTest } from "./mail-test.tsx";
import { placeOf } from "./places.ts";
import styles from "./set-up.module.css";

const SectionContent = lazy(() =>
  import("../section-content.page.tsx").then((module) => ({ default: module.SectionContent })),
);

type Step = SetUpAnswer["steps"][number];

interface StepProps {
  step: Step;
  isOpen: boolean;
  onToggle: () => void;
}

export function SetUpStep({ step, isOpen, onToggle }: StepProps) {
  const t = useText();
  const formId = useId();
  const { section, page } = placeOf[step.id];
  const { hasDefault, setting } = ruleOf(step.id);
  const title = t(`admin.setUp.step.${step.id}`);
  const isDone = step.lacks.length === 0;
  return (
    <li id={step.id} data-done={isDone}>
      <span className={styles.sign}>{isDone && <Icon name="check" />}</span>
      <div className={styles.what}>
        <h3>
          {title} <State step={step} />
        </h3>
        <p>{t(`admin.setUp.why.${step.id}`)}</p>
        <Facts step={step} />
        <div className={styles.actions} data-no-print>
          {section && (
            <Button
              size="compact-sm"
              variant={isDone ? "subtle" : "light"}
              aria-expanded={isOpen}
              aria-controls={formId}
              aria-label={`${t(isOpen ? "admin.setUp.close" : "admin.setUp.open")}: ${title}`}
              onClick={onToggle}
            >
              {t(isOpen ? "admin.setUp.close" : "admin.setUp.open")}
            </Button>
          )}
          {page && (
            <LocaleLink to={`/admin/${page}`} aria-label={`${t("admin.setUp.go")}: ${title}`}>
              {t("admin.setUp.go")}
            </LocaleLink>
          )}
          {setting && hasDefault && step.savedAt === null && <Accept name={setting} title={title} />}
          {step.id === "mail" && !isDone && <MailTest hasServer={!step.lacks.includes("server")} />}
        </div>
        <div id={formId} className={styles.form} hidden={!isOpen}>
          {isOpen && section && (
            <Suspense fallback={<Loading />}>
              <SectionContent id={section} canChange />
            </Suspense>
          )}
        </div>
      </div>
    </li>
  );
}

function State({ step: { id, lacks } }: { step: Step }) {
  const t = useText();
  const { blocks, optional } = ruleOf(id);
  if (lacks.length === 0)
    return (
      <StatusBadge status="done" colour="green">
        {t("admin.setUp.done")}
      </StatusBadge>
    );
  return (
    <StatusBadge status="missing" colour={blocks ? "red" : "grey"}>
      {t(optional ? "admin.setUp.optional" : blocks ? `admin.setUp.blocks.${blocks}` : "admin.setUp.missing")}
    </StatusBadge>
  );
}

/** What is missing, or who saved it and when. */
function Facts({ step: { id, lacks, savedAt, savedBy } }: { step: Step }) {
  const t = useText();
  if (lacks.length > 0 && !ruleOf(id).optional)
    return <p className={styles.small}>{lacks.map((lack) => t(`admin.setUp.lacks.${lack}`)).join(". ")}</p>;
  if (savedAt === null) return null;
  return (
    <p className={styles.small}>
      {savedBy !== null && <>{t("admin.setUp.savedBy", { name: savedBy })}, </>}
      <RecordTime at={savedAt} />
    </p>
  );
}

/** Saves the value as it is shipped. A colleague who saved meanwhile is not overwritten. */
function Accept({ name, title }: { name: SettingName; title: string }) {
  const t = useText();
  const { data } = useSetting(name);
  const save = useSaveSetting(name);
  if (!data) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={save.isPending}
        aria-label={`${t("admin.setUp.accept")}: ${title}`}
        onClick={() =>
          save.mutate({ data: data.data, since: null }, { onSuccess: () => alert.success(t("admin.setUp.accepted")) })
        }
      >
        {t("admin.setUp.accept")}
      </Button>
      {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
    </>
  );
}
