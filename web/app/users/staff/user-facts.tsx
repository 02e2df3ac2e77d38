/** The data that staff keep about a client, one field per data field; and the distribution groups. */

import { nameLimits } from "@portico/api/rules/limits.ts";
import { errorText, fieldErrorTexts, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { useKnown } from "../../shell/calls/use-known.ts";
import { typedFact } from "../../shell/staff/data-field-values.ts";
import { LimitedTags } from "../../shell/staff/limited-tags.tsx";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import { SaveState } from "../../ui/save-state.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { FactField } from "./fact-field.tsx";
import { type User, useShowUser } from "./use-user.ts";

export function UserFacts({ user }: { user: User }) {
  const t = useText();
  const api = useApi();
  const show = useShowUser(user.id);
  const { data: fields = [] } = useCall(api.dataFields.list);
  const draft = useDraft(`client.${user.id}.facts`, "{}");
  const typed = JSON.parse(draft.value) as Record<string, string>;
  const save = useChange(
    (calls) =>
      calls.users.setClientData({
        params: { id: user.id },
        body: {
          newData: Object.fromEntries(
            fields
              // What was not typed stays as it is, whatever it is.
              .map(({ label }) => [label, typed[label]?.trim() ?? user.client_data[label]] as const)
              .filter(([, value]) => value !== "" && value !== undefined && value !== null),
          ),
        },
      }),
    {
      onSuccess: (client_data) => {
        draft.clear();
        show({ client_data });
      },
    },
  );
  if (fields.length === 0) return null;
  const refused = fieldErrorTexts(t, save.error);
  return (
    <Section title={t("admin.facts.title")} hint={t("admin.facts.hint")}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined, { onSettled: rememberFocus() });
        }}
      >
        {fields.map((field) => (
          <FactField
            key={field.id}
            field={field}
            stored={user.client_data[field.label]}
            readOnly={!user.can?.change}
            typed={typed[field.label] ?? typedFact(user.client_data[field.label])}
            error={refused[`newData.${field.label}`]}
            onType={(value) => {
              const { label } = field;
              const { [label]: _, ...others } = typed;
              const isSaved = value === typedFact(user.client_data[label]);
              draft.set(JSON.stringify(isSaved ? others : { ...others, [label]: value }));
              if (!save.isPending) save.reset();
            }}
          />
        ))}
        <div className={styles.actions}>
          {draft.isChanged && (
            <>
              <Button type="submit" size="sm" loading={save.isPending}>
                {t("ui.action.save")}
              </Button>
              <Button size="sm" variant="default" onClick={draft.clear}>
                {t("ui.action.cancel")}
              </Button>
            </>
          )}
          <SaveState state={save.status} error={save.error ? errorText(t, save.error) : undefined} />
        </div>
      </form>
    </Section>
  );
}

export function UserGroups({ id, canChange }: { id: number; canChange: boolean }) {
  const t = useText();
  const api = useApi();
  const known = useKnown();
  const { data } = useCall(api.distributionGroups.listOfUser, { params: { id } });
  const { data: all = [] } = useCall(api.distributionGroups.list);
  // An existing group is used, whatever case is typed.
  const knownName = (typed: string) =>
    all.find(({ name }) => name.toLowerCase() === typed.toLowerCase())?.name ?? typed;
  const save = useChange(
    (calls, newGroups: string[]) => calls.distributionGroups.setOfUser({ params: { id }, body: { newGroups } }),
    { onMutate: (groups) => known.set(api.distributionGroups.listOfUser, { params: { id } }, { groups }) },
  );
  return (
    <Section title={t("admin.groups.title")}>
      <LimitedTags
        limit={nameLimits.group}
        size="sm"
        label={t("admin.groups.of")}
        description={t("admin.groups.hint")}
        data={all.map(({ name }) => name)}
        value={data?.groups ?? []}
        readOnly={!canChange || !data}
        maxTags={50}
        clearable={false}
        onChange={(names) => save.mutate(names.map((name) => knownName(name.trim())).filter(Boolean))}
      />
      <SaveState state={save.status} error={save.error ? errorText(t, save.error) : undefined} />
    </Section>
  );
}
