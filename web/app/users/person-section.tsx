/** The person's data at the firm. The name can be corrected until it is confirmed. */

import { nameLimits } from "@portico/api/rules/limits.ts";
import { isPersonName, normalisePersonName } from "@portico/api/rules/person-name.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { errorText } from "../shell/calls/api.tsx";
import { useChange } from "../shell/calls/use-change.ts";
import { useBrand } from "../shell/layouts/brand.ts";
import { changeProfile, useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { LimitedInput } from "../ui/limited-input.tsx";
import { SaveState } from "../ui/save-state.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { isNameLocked } from "./name-rule.ts";
import { PersonFacts } from "./person-facts.tsx";
import styles from "./profile.module.css";

/** `toForm`: the link to the identity form. */
export function PersonSection({ toForm }: { toForm: ReactNode }) {
  const t = useText();
  const profile = useProfile();
  return (
    <Section title={t("users.profile.person")}>
      <NameForm key={profile.id} />
      <PersonFacts person={profile} toForm={toForm} />
    </Section>
  );
}

function NameForm() {
  const t = useText();
  const profile = useProfile();
  const { supportEmail } = useBrand();
  const draft = useDraft(`${profile.id}.name`, profile.name);
  const [isWrong, setWrong] = useState(false);
  const locked = isNameLocked(profile);
  const save = useChange((api, name: string) => api.users.setName({ params: { id: profile.id }, body: { name } }), {
    inBackground: true,
    onSuccess: ({ name }) => {
      changeProfile({ name });
      draft.clear();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = normalisePersonName(draft.value);
    setWrong(!isPersonName(name));
    if (isPersonName(name) && draft.isChanged) save.mutate(name);
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <LimitedInput
        label={t("users.profile.name")}
        name="name"
        autoComplete="name"
        limit={nameLimits.person}
        value={locked ? profile.name : draft.value}
        readOnly={locked}
        description={locked ? t("users.profile.nameLocked", { email: supportEmail }) : t("users.profile.nameHint")}
        error={isWrong ? t("users.profile.nameShort") : undefined}
        onChange={(event) => {
          draft.set(event.currentTarget.value);
          if (!save.isPending) save.reset();
        }}
      />
      {!locked && (draft.isChanged || !save.isIdle) && (
        <div className={styles.actions}>
          {draft.isChanged && (
            <>
              <Button type="submit" size="sm" loading={save.isPending}>
                {t("ui.action.save")}
              </Button>
              <Button variant="subtle" size="sm" onClick={draft.clear} disabled={save.isPending}>
                {t("ui.action.cancel")}
              </Button>
            </>
          )}
          {draft.isChanged && save.isIdle ? (
            <span className={styles.small}>{t("users.profile.nameUnsaved")}</span>
          ) : (
            <SaveState state={save.status} error={save.error ? errorText(t, save.error) : undefined} />
          )}
        </div>
      )}
    </form>
  );
}
