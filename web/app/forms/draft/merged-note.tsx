/** Names the fields that another device changed too, and whose value was kept; disappears at the next step, or when closed. */

import { finalCheck } from "@portico/api/forms/forms.ts";
import { fieldKey } from "@portico/api/forms/text-keys.ts";
import { formText } from "../../shell/form-text.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { MergedFields } from "./merged-fields.ts";

interface MergedNoteProps {
  merged: MergedFields;
  onClose: () => void;
}

export function MergedNote({ merged: { updated, overwritten }, onClose }: MergedNoteProps) {
  const t = useText();
  const names = new Intl.ListFormat(useLanguage());
  const namesOf = (keys: readonly string[]): string => names.format(new Set(keys.map(nameOf)));
  function nameOf(key: string): string {
    const [step, name = ""] = key.split(".");
    return step === finalCheck ? t("forms.page.lastLook") : formText(t, fieldKey({ name }));
  }
  if (updated.length + overwritten.length === 0) return null;
  return (
    <Notice tone="attention" live>
      {updated.length > 0 && <p>{t("forms.save.merged", { fields: namesOf(updated) })}</p>}
      {overwritten.length > 0 && <p>{t("forms.save.overwritten", { fields: namesOf(overwritten) })}</p>}
      <p>
        <Button size="compact-md" variant="subtle" leftSection={<Icon name="close" size={14} />} onClick={onClose}>
          {t("forms.save.dismiss")}
        </Button>
      </p>
    </Notice>
  );
}
