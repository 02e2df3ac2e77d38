/** The staff's dashboard: what waits for whom, each with the way there. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { AwaitedAnswer } from "../../shell/query-states.tsx";
import { useProfile } from "../../shell/session.ts";
import { useSocketEvent } from "../../shell/use-socket-event.ts";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useHasLevel } from "../staff-access.ts";
import styles from "./desk.module.css";

function useWaiting() {
  const api = useApi();
  const queries = useQueryClient();
  const isOffice = useHasLevel("office");
  const queryKey = ["admin", "desk", "waiting", isOffice];
  const again = () => void queries.invalidateQueries({ queryKey });
  useSocketEvent("desk:changed", again);
  useSocketEvent("request:changed", again);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const one = { limit: 1 };
      const [people, companies, tasks, proposals, requests] = await Promise.all([
        api.forms.list({ params: { type: "KYC" }, query: one, signal }),
        api.forms.list({ params: { type: "companyKYC" }, query: one, signal }),
        api.staffDesk.listTasks({ query: one, signal }),
        isOffice ? api.staffDesk.listProposals({ query: one, signal }) : undefined,
        api.portfolios.listRequests({ query: { limit: 1 }, signal }),
      ]);
      return {
        people: people.count,
        companies: companies.count,
        tasks: tasks.open,
        proposals: proposals?.open,
        requests: requests.open,
      };
    },
  });
}

export default function DeskPage() {
  const t = useText();
  const { name } = useProfile();
  const query = useWaiting();
  const { data } = query;
  const places = data && [
    { id: "people" as const, count: data.people, to: "/admin/reviews" },
    { id: "companies" as const, count: data.companies, to: "/admin/reviews?type=companyKYC" },
    { id: "requests" as const, count: data.requests, to: "/admin/requests" },
    { id: "tasks" as const, count: data.tasks, to: "/admin/tasks" },
    ...(data.proposals === undefined
      ? []
      : [{ id: "proposals" as const, count: data.proposals, to: "/admin/tasks?part=proposals" }]),
  ];
  return (
    <>
      <PageTitle>{t("admin.desk.title")}</PageTitle>
      <PageHead title={t("admin.desk.greeting", { name })}>{t("admin.desk.lead")}</PageHead>
      {!data && <AwaitedAnswer query={query} />}
      <ul className={styles.places}>
        {places?.map(({ id, count, to }) => (
          <li key={id}>
            <LocaleLink to={to} className={styles.place}>
              <strong>{count}</strong>
              <span>{t(`admin.desk.${id}`)}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </>
  );
}
