/** The staff inboxes: clients' requests, and proposals. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { NotifyForm } from "../../notifications/staff/notify-form.tsx";
import styles from "../../proposals/staff/proposals.module.css";
import { Proposals } from "../../proposals/staff/proposals.tsx";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { PendingQuery, ShowMore } from "../../shell/query-states.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useStableOrder } from "../../ui/use-stable-order.ts";
import { type Task, useTaskActions, useTasks } from "./use-tasks.ts";

const parts = ["tasks", "done", "proposals", "decided"] as const;
type Part = (typeof parts)[number];

export default function TasksPage() {
  const t = useText();
  const [params] = useSearchParams();
  const isOffice = useHasLevel("office");
  const part: Part = parts.find((each) => each === params.get("part")) ?? "tasks";
  const offered = parts.filter((each) => isOffice || each === "tasks" || each === "done");
  return (
    <>
      <PageTitle>{t("admin.tasks.title")}</PageTitle>
      <PageHead title={t("admin.tasks.title")}>{t("admin.tasks.lead")}</PageHead>
      <SectionPicker
        label={t("admin.tasks.parts")}
        current={part}
        sections={offered.map((id) => ({
          id,
          label: t(`admin.tasks.part.${id}`),
          to: id === "tasks" ? "?" : `?part=${id}`,
        }))}
      />
      {part === "tasks" || part === "done" ? (
        <Tasks key={part} done={part === "done"} />
      ) : (
        <Proposals key={part} state={part === "decided" ? "decided" : "open"} />
      )}
    </>
  );
}

function Tasks({ done }: { done: boolean }) {
  const t = useText();
  const query = useTasks(done);
  const fetched = query.data?.rows;
  // No longer in its list: completed, or reopened, by anybody.
  const tasks = useStableOrder(fetched, (task) => ({
    ...task,
    done_at: done ? null : (task.done_at ?? task.created_at),
  }));
  const [answered, setAnswered] = useState<Task>();
  if (!tasks) return <PendingQuery query={query} />;
  if (tasks.length === 0) return <Empty icon="check" title={t(done ? "admin.tasks.noneDone" : "admin.tasks.none")} />;
  return (
    <>
      <ul className={styles.list}>
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskCard task={task} onReply={() => setAnswered(task)} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
      {answered && <Reply task={answered} onClose={() => setAnswered(undefined)} />}
    </>
  );
}

function TaskCard({ task, onReply }: { task: Task; onReply: () => void }) {
  const t = useText();
  const title = useTitle(task);
  const { setDone } = useTaskActions();
  const isDone = task.done_at !== null;
  return (
    <Section
      title={title}
      actions={
        <span className={styles.actions}>
          {task.can.reply && !isDone && (
            <Button size="sm" variant="default" onClick={onReply}>
              {t("admin.tasks.reply")}
            </Button>
          )}
          {(task.can.finish || task.can.reopen) && (
            <Button
              size="sm"
              variant="default"
              loading={setDone.isPending}
              onClick={() =>
                setDone.mutate({ id: task.id, done: !isDone }, { onError: (error) => alert.error(errorText(t, error)) })
              }
            >
              {t(isDone ? "admin.tasks.reopen" : "admin.tasks.finish")}
            </Button>
          )}
        </span>
      }
    >
      <p className={styles.facts}>
        <StatusBadge status={isDone ? "done" : task.kind} colour={isDone ? "green" : "blue"}>
          {t(isDone ? "admin.tasks.isDone" : `admin.tasks.kind.${task.kind}`)}
        </StatusBadge>
        <LocaleLink to={`/admin/user/${task.user.id}/profile`}>{task.user.name}</LocaleLink>
        <RecordTime at={task.created_at} />
        {isDone && task.done_by && <span>{t("admin.tasks.doneBy", { name: task.done_by.name })}</span>}
      </p>
      {task.content && <p className={styles.content}>{task.content}</p>}
    </Section>
  );
}

/** A reply to the client's request. */
function Reply({ task, onClose }: { task: Task; onClose: () => void }) {
  const subject = useTitle(task);
  return (
    <Dialog opened onClose={onClose} title={task.user.name} savesDraft>
      <NotifyForm to={{ holderType: "user", holderId: task.user.id }} about={{ draft: `task.${task.id}`, subject }} />
    </Dialog>
  );
}

function useTitle({ service_name, title }: Task): string {
  const language = useLanguage();
  return service_name?.[language] ?? title;
}
