/** The decision to take registrations, and what visitors find now. */
import { ruleOf } from "@portico/api/rules/set-up-steps.ts";
import type { SetUpAnswer } from "@portico/api/set-up.ts";
import { errorText } from "../../../shell/calls/api.tsx";
import { openConfirmation } from "../../../shell/dialogs/confirmation.ts";
import { HistoryButton } from "../../../shell/staff/history/history-button.tsx";
import { Switch } from "../../../ui/fields.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import { useSaveSetting } from "../use-setting-form.ts";
import styles from "./set-up.module.css";

export function RegistrationCard({ steps, registration: { open, takes, gaps } }: SetUpAnswer) {
  const t = useText();
  const save = useSaveSetting("registration");
  const title = t("admin.setUp.registration.title");
  const list = gaps.map((gap) => t(`admin.setUp.gap.${gap}`)).join("; ");

  /** Not in the way of registering, but of all that follows, such as a mail server from which no test mail arrived. */
  const needed = steps.filter(({ id, lacks }) => lacks.length > 0 && ruleOf(id).blocks === "clients");
  const names = needed.map(({ id }) => t(`admin.setUp.step.${id}`)).join("; ");

  function choose(wanted: boolean) {
    if (!wanted) return save.mutate({ data: { open: false } });
    openConfirmation({
      title: t("admin.setUp.registration.openTitle"),
      text: [
        t("admin.setUp.registration.openText"),
        ...(needed.length > 0 ? [t("admin.setUp.registration.openNeeds", { list: names })] : []),
      ].join(" "),
      confirmLabel: t("admin.setUp.registration.openConfirm"),
      action: async () => {
        await save.mutateAsync({ data: { open: true } });
      },
    });
  }

  return (
    <Section
      title={title}
      hint={t("admin.setUp.registration.closed")}
      actions={<HistoryButton kind="setting" of="registration" title={title} current={{ open }} />}
    >
      <div className={styles.registration}>
        <Switch
          label={t("admin.setUp.registration.switch")}
          checked={open}
          disabled={save.isPending || (!open && gaps.length > 0)}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        {!open && gaps.length > 0 && <p>{t("admin.setUp.registration.needs", { list })}</p>}
        {open && !takes && <Notice tone="failed">{t("admin.setUp.registration.stopped", { list })}</Notice>}
        {takes && <p>{t("admin.setUp.registration.isOpen")}</p>}
        {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      </div>
    </Section>
  );
}
