/** Whether mails about unread messages show what the firm wrote. */
import { errorText } from "../../shell/calls/api.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Switch } from "../../ui/fields.tsx";
import { SaveState } from "../../ui/save-state.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./settings.module.css";
import { useSaveSetting } from "./use-setting-form.ts";

export function ChatRules({ saved, canChange }: { saved: Saved<"chatRules">; canChange: boolean }) {
  const t = useText();
  const save = useSaveSetting("chatRules");
  return (
    <div className={styles.form}>
      <Switch
        size="md"
        label={t("admin.settings.chatMailsShowText")}
        description={t("admin.settings.chatMailsShowTextHint")}
        readOnly={!canChange}
        disabled={save.isPending}
        checked={saved.data.mailsShowText}
        onChange={({ currentTarget: { checked } }) => save.mutate({ data: { mailsShowText: checked } })}
      />
      <SaveState state={save.status} error={save.error ? errorText(t, save.error) : undefined} />
    </div>
  );
}
