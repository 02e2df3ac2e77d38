/** The rules of a template: for whom it is, who signs, how long it waits. */

import { signerRules } from "@portico/api/contract-states.ts";
import { Checkbox, NativeSelect } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./template.module.css";
import type { TypedContent } from "./template-content.ts";
import type { PartProps } from "./template-fields.tsx";

const audiences = ["user", "company", "both"] as const;

export function TemplateOptions({ content, faults, readOnly, onChange }: PartProps) {
  const t = useText();
  return (
    <Section title={t("admin.templates.options")}>
      <div className={styles.options}>
        <NativeSelect
          label={t("admin.templates.for")}
          readOnly={readOnly}
          value={content.for}
          data={audiences.map((id) => ({ value: id, label: t(`admin.templates.for.${id}`) }))}
          onChange={(event) => onChange({ for: event.currentTarget.value as TypedContent["for"] })}
        />
        {content.for !== "user" && (
          <NativeSelect
            label={t("admin.contracts.options.signers")}
            readOnly={readOnly}
            {...(content.signers === "two" && { description: t("admin.contracts.signers.twoHint") })}
            value={content.signers}
            data={signerRules.map((id) => ({ value: id, label: t(`admin.contracts.signers.${id}`) }))}
            onChange={(event) => onChange({ signers: event.currentTarget.value as TypedContent["signers"] })}
          />
        )}
        <LimitedInput
          label={t("admin.contracts.options.expiryDays")}
          required
          inputMode="numeric"
          limit={3}
          readOnly={readOnly}
          value={content.expiryDays}
          error={faults.includes("expiryDays") ? t("admin.contracts.options.expiryWrong") : undefined}
          onChange={(event) => onChange({ expiryDays: event.currentTarget.value })}
        />
        <LimitedInput
          label={t("admin.templates.reminderDays")}
          description={t("admin.templates.reminderHint")}
          limit={40}
          readOnly={readOnly}
          value={content.reminderDays}
          error={faults.includes("reminderDays") ? t("admin.templates.reminderWrong") : undefined}
          onChange={(event) => onChange({ reminderDays: event.currentTarget.value })}
        />
        <Checkbox
          label={t("admin.contracts.options.counterSign")}
          readOnly={readOnly}
          checked={content.counterSign}
          onChange={(event) => onChange({ counterSign: event.currentTarget.checked })}
        />
        <Checkbox
          label={t("admin.templates.clientsPropose")}
          description={t("admin.templates.clientsProposeHint")}
          readOnly={readOnly}
          checked={content.clientsPropose}
          onChange={(event) => onChange({ clientsPropose: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}
