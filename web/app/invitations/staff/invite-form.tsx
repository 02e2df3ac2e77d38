/** Invites a colleague by mail: who, with which role, in which language, and why. */
import { NativeSelect, TextInput } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

const roles = ["internal", "office", "admin"] as const;
interface Typed {
  email: string;
  name: string;
  role: (typeof roles)[number];
  language: Language;
  reason: string;
}

export function InviteForm() {
  const t = useText();
  const language = useLanguage();
  const nothing: Typed = { email: "", name: "", role: "office", language, reason: "" };
  const [typed, setTyped] = useState(nothing);
  const [isSent, setSent] = useState(false);
  const invite = useChange((api, body: Typed) => api.invitations.invite({ body }));
  const refused = invite.error instanceof ApiError ? invite.error.errors : [];
  function set(change: Partial<Typed>) {
    setTyped({ ...typed, ...change });
    invite.reset();
  }
  function faultOf(path: keyof Typed): string | undefined {
    if (isSent && typed[path].trim() === "") return t("field.required");
    const code = refused.find((one) => one.path === path)?.code;
    return code && t(`field.${code}`);
  }
  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const body = { ...typed, email: typed.email.trim(), name: typed.name.trim(), reason: typed.reason.trim() };
    if (body.email === "" || body.name === "" || body.reason === "" || invite.isPending) return;
    invite.mutate(body, {
      onSuccess({ proposalId }) {
        setTyped(nothing);
        setSent(false);
        alert.success(
          t(proposalId === null ? "admin.invitations.sent" : "admin.invitations.sentRoleWaits", { email: body.email }),
        );
      },
    });
  }
  return (
    <form method="post" noValidate onSubmit={send} aria-label={t("admin.invitations.invite")}>
      <TextInput
        type="email"
        label={t("admin.invitations.email")}
        value={typed.email}
        error={faultOf("email")}
        onChange={({ currentTarget: { value } }) => set({ email: value })}
      />
      <TextInput
        mt="md"
        label={t("admin.invitations.name")}
        value={typed.name}
        error={faultOf("name")}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <NativeSelect
        mt="md"
        label={t("admin.invitations.role")}
        description={t("admin.invitations.roleHint")}
        value={typed.role}
        data={roles.map((value) => ({ value, label: t(`users.role.${value}`) }))}
        onChange={({ currentTarget: { value } }) => set({ role: value as Typed["role"] })}
      />
      <NativeSelect
        mt="md"
        label={t("admin.invitations.language")}
        value={typed.language}
        data={languages.map((value) => ({ value, label: t(`shell.language.${value}`) }))}
        onChange={({ currentTarget: { value } }) => set({ language: value as Typed["language"] })}
      />
      <LimitedInput
        mt="md"
        label={t("admin.invitations.reason")}
        limit={messageMaxLength}
        value={typed.reason}
        error={faultOf("reason")}
        onChange={({ currentTarget: { value } }) => set({ reason: value })}
      />
      {invite.error && refused.length === 0 && <Notice tone="failed">{errorText(t, invite.error)}</Notice>}
      <Button mt="md" type="submit" loading={invite.isPending}>
        {t("admin.invitations.invite")}
      </Button>
    </form>
  );
}
