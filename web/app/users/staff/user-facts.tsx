/** The data that staff keep about a client, one field per data field; and the distribution groups. */

import { nameLimits } from "@portico/api/rules/limits.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { useKnown } from "../../shell/calls/use-known.ts";
import { LimitedTags } from "../../shell/staff/limited-tags.tsx";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { SaveState } from "../../ui/save-state.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { type User, useShowUser } from "./use-user.ts";

const textOf = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

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
              .map(({ label }) => [label, (typed[label] ?? textOf(user.client_data[label])).trim()] as const)
              .filter(([, value]) => value !== ""),
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
  return (
    <Section title={t("admin.facts.title")} hint={t("admin.facts.hint")}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined, { onSettled: rememberFocus() });
        }}
      >
        {fields.map(({ id, label }) => (
          <LimitedInput
            key={id}
            size="sm"
            label={label}
            limit={500}
            readOnly={!user.can?.change}
            value={typed[label] ?? textOf(user.client_data[label])}
            onChange={(event) => {
              const { value } = event.currentTarget;
              const { [label]: _, ...others } = typed;
              const isSaved = value === textOf(user.client_data[label]);
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
