/** Who looks after a ticket, its priority, and what may be done with it besides answering. */
import { ticketLimits, ticketPriorities } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketDetail } from "@portico/api/tickets.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useProfile } from "../../shell/session/session.ts";
import { LimitedTags } from "../../shell/staff/limited-tags.tsx";
import { useOpenNext } from "../../shell/staff/queue/next-of-queue.ts";
import { Button } from "../../ui/button.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import { SavingSelect } from "../../ui/saving-select.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../tickets.module.css";
import { useTopics } from "../use-tickets.ts";
import { useTicketTitle } from "../use-title.ts";
import { Merge } from "./merging.tsx";

type StaffSide = NonNullable<TicketDetail["staff"]>;

interface CareProps {
  ticket: TicketDetail;
  staff: StaffSide;
}

const useShowError = () => {
  const t = useText();
  return (error: Error) => alert.error(errorText(t, error));
};

export function TicketCare({ holder, ticket }: { holder: Holder; ticket: TicketDetail }) {
  const t = useText();
  const { id, can, staff, watchers } = ticket;
  const onError = useShowError();
  const assign = useChange(
    (calls, admin_id: number | null) => calls.tickets.assign({ params: { id }, body: { admin_id } }),
    { onError },
  );
  const watch = useChange((calls, watching: boolean) => calls.tickets.watch({ params: { id }, body: { watching } }), {
    onError,
  });
  const { id: ownId } = useProfile();
  if (!staff) return null;
  return (
    <Section>
      <div className={styles.care}>
        <AssigneeField
          ticket={ticket}
          staff={staff}
          isSaving={assign.isPending}
          onAssign={(colleague) => assign.mutate(colleague, { onSettled: rememberFocus() })}
        />
        <ArrangementFields ticket={ticket} staff={staff} />
        <div className={styles.actions}>
          {can.assign && staff.assigned_to !== ownId && (
            <Button
              size="sm"
              loading={assign.isPending}
              onClick={() => assign.mutate(ownId, { onSettled: rememberFocus() })}
            >
              {t("admin.tickets.take")}
            </Button>
          )}
          <Button
            size="sm"
            variant="default"
            loading={watch.isPending}
            onClick={() => watch.mutate(!staff.watched, { onSettled: rememberFocus() })}
          >
            {t(staff.watched ? "admin.tickets.unwatch" : "admin.tickets.watch")}
          </Button>
          <EndingButtons holder={holder} ticket={ticket} />
        </div>
      </div>
      <Tags id={id} tags={staff.tags} canChange={can.arrange} />
      {watchers.length > 0 && (
        <p className={styles.small}>
          {t("admin.tickets.watchers", { names: watchers.map(({ name }) => name).join(", ") })}
        </p>
      )}
    </Section>
  );
}

interface AssigneeFieldProps extends CareProps {
  isSaving: boolean;
  /** Null for nobody. */
  onAssign: (colleague: number | null) => void;
}

function AssigneeField({ ticket: { can, assigned_name }, staff, isSaving, onAssign }: AssigneeFieldProps) {
  const t = useText();
  const { data: colleagues = [] } = useCall(useApi().colleagues.list);
  return (
    <SavingSelect
      size="sm"
      label={t("tickets.list.assigned")}
      readOnly={!can.assign}
      disabled={isSaving}
      value={String(staff.assigned_to ?? "")}
      onSave={(value) => onAssign(value === "" ? null : Number(value))}
      data={[
        { value: "", label: t("admin.tickets.nobody") },
        // Known before the colleagues are, and somebody may have left since.
        ...(staff.assigned_to === null || colleagues.some((one) => one.id === staff.assigned_to)
          ? []
          : [{ value: String(staff.assigned_to), label: assigned_name ?? "", disabled: true }]),
        ...colleagues.map((one) => ({ value: String(one.id), label: one.name })),
      ]}
    />
  );
}

/** What the ticket is about, and how urgent it is. */
function ArrangementFields({ ticket: { id, can, topic }, staff }: CareProps) {
  const t = useText();
  const language = useLanguage();
  const { topics, nameOf } = useTopics();
  const arrange = useChange(
    (calls, body: { priority: (typeof ticketPriorities)[number] } | { topic: string }) =>
      calls.tickets.arrange({ params: { id }, body }),
    { onError: useShowError() },
  );
  return (
    <>
      <SavingSelect
        size="sm"
        label={t("tickets.list.topic")}
        readOnly={!can.arrange}
        disabled={arrange.isPending}
        value={topic}
        onSave={(value) => arrange.mutate({ topic: value }, { onSettled: rememberFocus() })}
        data={[
          // The firm may have removed the ticket's own topic since.
          ...(topics.some((each) => each.id === topic) ? [] : [{ value: topic, label: nameOf(topic), disabled: true }]),
          ...topics.map((each) => ({ value: each.id, label: each.name[language] })),
        ]}
      />
      <SavingSelect
        size="sm"
        label={t("admin.tickets.priority")}
        readOnly={!can.arrange}
        disabled={arrange.isPending}
        value={staff.priority}
        onSave={(value) => {
          const priority = ticketPriorities.find((each) => each === value);
          if (priority) arrange.mutate({ priority }, { onSettled: rememberFocus() });
        }}
        data={ticketPriorities.map((each) => ({ value: each, label: t(`admin.tickets.priority.${each}`) }))}
      />
    </>
  );
}

/** Ends the ticket: as answered, in favour of another one, or for good. */
function EndingButtons({ holder, ticket }: { holder: Holder; ticket: TicketDetail }) {
  const t = useText();
  const { id, can } = ticket;
  const title = useTicketTitle()(ticket);
  const runChange = useRunChange();
  const openNext = useOpenNext("/admin/tickets");
  const resolve = useChange((calls) => calls.tickets.resolve({ params: { ...holder, id }, body: {} }), {
    onSuccess: openNext,
    onError: useShowError(),
  });
  const isUnanswered = ticket.last_answer === null && !ticket.by_staff;
  const settle = () => {
    if (!isUnanswered) return resolve.mutate(undefined, { onSettled: rememberFocus() });
    openConfirmation({
      title: t("admin.tickets.resolveUnanswered.title"),
      text: t("admin.tickets.resolveUnanswered.text"),
      confirmLabel: t("tickets.resolve"),
      action: async () => {
        await runChange((calls) => calls.tickets.resolve({ params: { ...holder, id }, body: {} }));
        await openNext();
      },
    });
  };
  const close = () =>
    openConfirmation({
      title: t("admin.tickets.close.title", { title }),
      text: t("admin.tickets.close.text"),
      confirmLabel: t("admin.tickets.close.confirm"),
      destructive: true,
      // Nobody is left without a word.
      ...(isUnanswered && {
        reason: { label: t("admin.tickets.close.message"), hint: t("admin.tickets.close.messageHint") },
      }),
      action: async (message) => {
        await runChange((calls) => calls.tickets.close({ params: { id }, body: message ? { message } : {} }));
        await openNext();
      },
    });
  return (
    <>
      {can.resolve && (
        <Button size="sm" variant="default" loading={resolve.isPending} onClick={settle}>
          {t("tickets.resolve")}
        </Button>
      )}
      {can.merge && <Merge holder={holder} ticket={ticket} />}
      {can.close && (
        <Button size="sm" variant="default" onClick={close}>
          {t("admin.tickets.close.action")}
        </Button>
      )}
    </>
  );
}

function Tags({ id, tags, canChange }: { id: number; tags: readonly string[]; canChange: boolean }) {
  const t = useText();
  const api = useApi();
  const { data: known = [] } = useCall(api.tickets.listTags);
  const save = useChange(
    (calls, wanted: string[]) =>
      calls.tickets.arrange({
        params: { id },
        // Only what changed: a colleague may change other tags at the same time.
        body: {
          add_tags: wanted.filter((tag) => !tags.includes(tag)),
          remove_tags: tags.filter((tag) => !wanted.includes(tag)),
        },
      }),
    { onError: (error: Error) => alert.error(errorText(t, error)) },
  );
  return (
    <LimitedTags
      limit={ticketLimits.tag}
      mt="sm"
      size="sm"
      label={t("admin.tickets.tags")}
      description={t("admin.tickets.tagsHint")}
      data={known}
      value={[...(save.isPending ? save.variables : tags)]}
      readOnly={!canChange || save.isPending}
      maxTags={ticketLimits.tags}
      clearable={false}
      onChange={(wanted) => save.mutate([...new Set(wanted.map((tag) => tag.trim().toLowerCase()).filter(Boolean))])}
    />
  );
}
