/** The data fields that staff keep about clients. */
import { Button, TextInput } from "@mantine/core";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { nameLengthError } from "../../shell/staff/name-length-error.ts";
import styles from "../../shell/staff/parts.module.css";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";

export function DataFields({ canAdd }: { canAdd: boolean }) {
  const t = useText();
  const api = useApi();
  const runChange = useRunChange();
  const draft = useDraft("field", "");
  const label = draft.value;
  const fault = nameLengthError(t, label, "field");
  const { data: fields = [] } = useCall(api.dataFields.list);
  const add = useChange((calls) => calls.dataFields.create({ body: { label: label.trim() } }), {
    onSuccess: () => draft.clear(),
  });
  return (
    <Section title={t("admin.fields.title")} hint={t("admin.fields.hint")}>
      {fields.length === 0 && <p className={styles.muted}>{t("admin.fields.none")}</p>}
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
                    destructive: true,
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
