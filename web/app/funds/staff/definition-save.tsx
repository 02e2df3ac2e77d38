/** The bar below the form of a target fund: what went wrong, undoing what was typed, and saving it. */
import type { FundCard } from "@portico/api/funds.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { ConflictNotice } from "../../shell/staff/conflicts/conflict-notice.tsx";
import { SaveBar } from "../../shell/staff/conflicts/save-bar.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { comparedContent } from "./compared-content.ts";
import type { DefinitionRead, useTypedDefinition } from "./use-typed-definition.ts";

interface DefinitionSaveProps {
  form: ReturnType<typeof useTypedDefinition>;
  read: DefinitionRead;
  funds: readonly FundCard[];
  hasDraft: boolean;
  notPublished: boolean;
}

export function DefinitionSave({ form, read, funds, hasDraft, notPublished }: DefinitionSaveProps) {
  const t = useText();
  const language = useLanguage();
  const { isChanged, isSaving, error } = form;
  const isRefused = Object.keys(form.faults).length > 0;
  const notSaved = isRefused ? t("admin.funds.toCorrect") : error && errorText(t, error);
  const failure = notSaved ?? (notPublished ? t("admin.content.toCorrect") : undefined);
  return (
    <SaveBar
      failure={form.isOvertaken ? undefined : failure}
      conflict={
        form.isOvertaken && (
          <ConflictNotice
            by={read.changed?.by ?? null}
            at={read.changed?.at ?? null}
            parts={comparedContent({ t, language, funds }, read.content, form.merged())}
            onKeepMine={form.keepMine}
            onTakeStored={form.undo}
          />
        )
      }
      hasDraft={hasDraft}
      isChanged={isChanged}
      isSaving={isSaving}
      onDiscard={form.undo}
    />
  );
}
