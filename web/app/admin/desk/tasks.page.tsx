/** The staff's inboxes: what clients asked for, and what waits for a second pair of eyes. */
import { Button } from "@mantine/core";
import { useSearchParams } from "react-router";
import { alert } from "../../shell/alert.ts";
import { errorText } from "../../shell/api.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { AwaitedAnswer, ShowMore } from "../../shell/query-states.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useHasLevel } from "../staff-access.ts";
import styles from "./desk.module.css";
import { Proposals } from "./proposals.tsx";
import { useTaskActions, useTasks } from "./use-desk.ts";

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
  const language = useLanguage();
  const query = useTasks(done);
  const { setDone } = useTaskActions();
  const tasks = query.data?.pages.flatMap((page) => page.tasks);
  if (!tasks) return <AwaitedAnswer query={query} />;
  if (tasks.length === 0) return <Empty icon="check" title={t(done ? "admin.tasks.noneDone" : "admin.tasks.none")} />;
  return (
    <>
      <ul className={styles.list}>
        {tasks.map((task) => (
          <li key={task.id}>
            <Section
              title={task.service_name?.[language] ?? task.title}
              actions={
                <Button
                  size="sm"
                  variant="default"
                  loading={setDone.isPending && setDone.variables.id === task.id}
                  onClick={() =>
                    setDone.mutate(
                      { id: task.id, done: !done },
                      { onError: (error) => alert.error(errorText(t, error)) },
                    )
                  }
                >
                  {t(done ? "admin.tasks.reopen" : "admin.tasks.finish")}
                </Button>
              }
            >
              <p className={styles.facts}>
                <StatusBadge status={task.kind} colour="blue">
                  {t(`admin.tasks.kind.${task.kind}`)}
                </StatusBadge>
                <LocaleLink to={`/admin/user/${task.user.id}/profile`}>{task.user.name}</LocaleLink>
                <RecordTime at={task.created_at} />
                {task.done_by && <span>{t("admin.tasks.doneBy", { name: task.done_by.name })}</span>}
              </p>
              {task.content && <p className={styles.content}>{task.content}</p>}
            </Section>
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}
