/** The data fields that staff keep about clients. */
import type { DataField } from "@portico/api/data-fields.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { nameOfField } from "../../shell/staff/data-field-values.ts";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { FieldDialog } from "./field-dialog.tsx";

export function DataFields({ canAdd }: { canAdd: boolean }) {
  const t = useText();
  const api = useApi();
  const runChange = useRunChange();
  const own = useLanguage();
  const [edited, setEdited] = useState<DataField | "new">();
  const query = useCall(api.dataFields.list);
  const fields = query.data ?? [];
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
            <span>
              {nameOfField(field, own)} <small>{t(`admin.fields.type.${field.type}`)}</small>
            </span>
            <span className={styles.actions}>
              {field.can.save && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t("admin.fields.editOf", { name: nameOfField(field, own) })}
                  onClick={() => setEdited(field)}
                >
                  {t("admin.fields.edit")}
                </Button>
              )}
              {field.can.remove && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<Icon name="trash" size={14} />}
                  onClick={() =>
                    openConfirmation({
                      title: t("admin.fields.removeTitle", { label: nameOfField(field, own) }),
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
            </span>
          </li>
        ))}
      </ul>
      <ArchivedFields />
      {canAdd && (
        <Button size="sm" variant="default" onClick={() => setEdited("new")}>
          {t("admin.fields.add")}
        </Button>
      )}
      {edited !== undefined && (
        <FieldDialog field={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
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
  const own = useLanguage();
  const runChange = useRunChange();
  const { data: fields = [] } = useCall(useApi().dataFields.listArchived);
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{t("admin.fields.archived")}</h3>
      <ul className={styles.list}>
        {fields.map(({ id, can, ...field }) => {
          const label = nameOfField(field, own);
          return (
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
          );
        })}
      </ul>
    </>
  );
}
