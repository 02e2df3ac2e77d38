/** Messages to the firm's office, and requests for its services: each is a ticket of the person. */

import { contactMaxLength } from "@portico/api/rules/limits.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts, useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../shell/calls/use-change.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { LimitedInput } from "../ui/limited-input.tsx";
import { LimitedTextarea } from "../ui/limited-textarea.tsx";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { useFormFields } from "../ui/use-form-fields.ts";
import styles from "./profile.module.css";

export function ContactSection() {
  const t = useText();
  return (
    <div id="contact">
      <Section title={t("users.contact.title")} hint={t("users.contact.hint")}>
        <Message />
        <Services />
      </Section>
    </div>
  );
}

function Message() {
  const t = useText();
  const { id } = useProfile();
  const { values, set, form, focusFirst } = useFormFields<"title" | "content">({ title: "", content: "" });
  const [showFaults, setShowFaults] = useState(false);
  const send = useChange((api) => api.users.mailAdmins({ params: { id }, body: values }), {
    onSuccess: () => {
      set("title", "");
      set("content", "");
    },
  });
  const missing = (["title", "content"] as const).filter((name) => values[name].trim() === "");
  const refused = fieldErrorTexts(t, send.error);
  const errorOf = (name: "title" | "content"): string | undefined =>
    showFaults && missing.includes(name) ? t("field.required") : refused[name];

  function submit(event: FormEvent) {
    event.preventDefault();
    setShowFaults(missing.length > 0);
    if (missing.length > 0) focusFirst(missing);
    else if (!send.isPending) send.mutate();
  }

  return (
    <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
      {send.error && Object.keys(refused).length === 0 && <Notice tone="failed">{errorText(t, send.error)}</Notice>}
      <LimitedInput
        name="title"
        label={t("users.contact.subject")}
        limit={contactMaxLength.title}
        value={values.title}
        error={errorOf("title")}
        onChange={(event) => set("title", event.currentTarget.value)}
      />
      <LimitedTextarea
        name="content"
        label={t("users.contact.message")}
        autosize
        minRows={4}
        limit={contactMaxLength.content}
        value={values.content}
        error={errorOf("content")}
        onChange={(event) => set("content", event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={send.isPending}>
          {t("users.contact.send")}
        </Button>
      </div>
      {send.data && <Received text={t("users.contact.sent")} ticketId={send.data.ticketId} />}
    </form>
  );
}

/** Where the person finds the answer; also while they act for a company. */
function Received({ text, ticketId }: { text: string; ticketId: number }) {
  const t = useText();
  return (
    <Notice tone="done" live>
      {text}{" "}
      <LocaleLink to={`/tickets/${ticketId}?company=0`}>
        {t("users.contact.ticket", { number: String(ticketId) })}
      </LocaleLink>
    </Notice>
  );
}

function Services() {
  const t = useText();
  const api = useApi();
  const runChange = useRunChange();
  const [asked, setAsked] = useState<number>();
  const language = useLanguage();
  const { id } = useProfile();
  const { data } = useCall(api.settings.getServices);
  if (!data || data.services.length === 0) return null;
  return (
    <>
      <p className={styles.subtitle}>{t("users.contact.services")}</p>
      <ul className={styles.services}>
        {data.services.map((service) => (
          <li key={service.id}>
            {service.name[language]}
            <Button
              size="sm"
              variant="default"
              aria-label={`${t("users.contact.ask")}: ${service.name[language]}`}
              onClick={() =>
                openConfirmation({
                  title: t("users.contact.askTitle", { service: service.name[language] }),
                  text: t("users.contact.askText"),
                  confirmLabel: t("users.contact.ask"),
                  action: async () => {
                    const { ticketId } = await runChange((calls) =>
                      calls.users.requestSubscription({ params: { id }, body: { service: service.id } }),
                    );
                    setAsked(ticketId);
                  },
                })
              }
            >
              {t("users.contact.ask")}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== undefined && <Received text={t("users.contact.asked")} ticketId={asked} />}
    </>
  );
}
