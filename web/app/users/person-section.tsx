/** Who the person is to the firm. The name can be mended until it is confirmed. */
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../shell/api.tsx";
import { useBrand } from "../shell/brand.ts";
import { changeProfile, useProfile } from "../shell/session.ts";
import { Moment } from "../ui/dates.tsx";
import { SaveState } from "../ui/save-state.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { isNameLocked } from "./name-rule.ts";
import styles from "./profile.module.css";
import { UserState } from "./user-badges.tsx";

export function PersonSection() {
  const t = useText();
  const profile = useProfile();
  return (
    <Section title={t("users.profile.person")}>
      <NameForm key={profile.id} />
      <dl className={styles.facts}>
        <dt>{t("users.profile.email")}</dt>
        <dd>
          {profile.email}
          <small>{t("users.profile.emailHint")}</small>
        </dd>
        <dt>{t("users.profile.phone")}</dt>
        <dd>{profile.phone ?? t("users.profile.noPhone")}</dd>
        <dt>{t("users.profile.clientNumber")}</dt>
        <dd>{profile.client_number ?? t("users.profile.noClientNumber")}</dd>
        <dt>{t("users.profile.state")}</dt>
        <dd>
          <UserState state={profile.state} />
        </dd>
        <dt>{t("users.profile.since")}</dt>
        <dd>
          <Moment at={profile.created_at} />
        </dd>
      </dl>
    </Section>
  );
}

function NameForm() {
  const t = useText();
  const api = useApi();
  const profile = useProfile();
  const { supportEmail } = useBrand();
  const draft = useDraft(`${profile.id}.name`, profile.name);
  const [isShort, setShort] = useState(false);
  const locked = isNameLocked(profile);
  const save = useMutation({
    mutationFn: (name: string) => api.users.setName({ params: { id: profile.id }, body: { name } }),
    onSuccess: ({ name }) => {
      changeProfile({ name });
      draft.clear();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = draft.value.trim();
    setShort(name.length < 2);
    if (name.length >= 2 && draft.isChanged) save.mutate(name);
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        label={t("users.profile.name")}
        name="name"
        autoComplete="name"
        maxLength={120}
        value={locked ? profile.name : draft.value}
        readOnly={locked}
        description={locked ? t("users.profile.nameLocked", { email: supportEmail }) : t("users.profile.nameHint")}
        error={isShort ? t("users.profile.nameShort") : undefined}
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
