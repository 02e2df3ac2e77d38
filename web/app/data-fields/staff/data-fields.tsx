/** The data fields that staff keep about clients. */
import { TextInput } from "@mantine/core";
import { nameLimits } from "@portico/api/rules/limits.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { excessText } from "../../ui/excess-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Translate, useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";

export function DataFields({ canAdd }: { canAdd: boolean }) {
  const t = useText();
  const api = useApi();
  const runChange = useRunChange();
  const draft = useDraft("field", "");
  const label = draft.value;
  const fault = excessText(t, label, nameLimits.field);
  const query = useCall(api.dataFields.list);
  const fields = query.data ?? [];
  const add = useChange((calls) => calls.dataFields.create({ body: { label: label.trim() } }), {
    onSuccess: () => draft.clear(),
  });
  return (
    <Section
      title={t("admin.fields.title")}
      hint={t("admin.fields.hint")}
      actions={<HistoryButton kind="dataField" title={t("admin.fields.title")} />}
    >
      {!query.data && <PendingQuery query={query} />}
      {query.data?.length === 0 && <p className={styles.muted}>{t("admin.fields.none")}</p>}
      <ul className={styles.list}>
        {fields.map((field) => (
          <li key={field.id}>
            <span>{field.label}</span>
            {field.can.remove && (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<Icon name="trash" size={14} />}
                onClick={() =>
                  openConfirmation({
                    title: t("admin.fields.removeTitle", { label: field.label }),
                    text: t("admin.fields.removeText"),
                    html: showCount(t, field.id),
                    confirmLabel: t("admin.fields.remove"),
                    action: async () => {
                      await runChange((calls) => calls.dataFields.remove({ params: { id: field.id } }));
                    },
                  })
                }
              >
                {t("admin.fields.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ArchivedFields />
      {canAdd && (
        <form
          className={styles.inline}
          onSubmit={(event) => {
            event.preventDefault();
            if (label.trim() !== "" && !fault) add.mutate();
          }}
        >
          <TextInput
            size="sm"
            label={t("admin.fields.new")}
            value={label}
            error={fault}
            onChange={(event) => draft.set(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" variant="default" loading={add.isPending} disabled={label.trim() === ""}>
            {t("admin.fields.add")}
          </Button>
        </form>
      )}
      {add.error && <Notice tone="failed">{errorText(t, add.error)}</Notice>}
    </Section>
  );
}

const showCount = (t: Translate, id: number) => <ValueCount t={t} id={id} />;

/** How many clients have a value under the field, in the page's texts: dialogs are shown where they are not loaded. */
function ValueCount({ t, id }: { t: Translate; id: number }) {
  const query = useCall(useApi().dataFields.countValues, { params: { id } });
  if (!query.data) return <PendingQuery query={query} />;
  return <p>{t("admin.fields.clients", { count: query.data.clients })}</p>;
}

/** Archived fields, which come back with what clients have under them. */
function ArchivedFields() {
  const t = useText();
  const runChange = useRunChange();
  const { data: fields = [] } = useCall(useApi().dataFields.listArchived);
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{t("admin.fields.archived")}</h3>
      <ul className={styles.list}>
        {fields.map(({ id, label, can }) => (
          <li key={id}>
            <span>{label}</span>
            {can.restore && (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() =>
                  openConfirmation({
                    title: t("admin.fields.restoreTitle", { label }),
                    text: t("admin.fields.restoreText"),
                    html: showCount(t, id),
                    confirmLabel: t("admin.fields.restore"),
                    action: async () => {
                      await runChange((calls) => calls.dataFields.restore({ params: { id }, body: {} }));
                    },
                  })
                }
              >
                {t("admin.fields.restore")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
