/** The queue of candidates: entries of lists that somebody may be. */
import { isOpenCandidate } from "@portico/api/rules/screening.ts";
import type { ListedCandidate } from "@portico/api/screening.ts";
import { useSearchParams } from "react-router";
import { AssignedFilter } from "../../colleagues/staff/assigned-filter.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useAssignedParam } from "../../shell/staff/lists/use-assigned-param.ts";
import { usePartLink } from "../../shell/staff/lists/use-part-link.ts";
import { useClaims } from "../../shell/staff/queue/claims.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import type { QueueAction, QueueTarget } from "../../shell/staff/queue/queue-props.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { useCandidateColumns } from "./candidate-columns.tsx";
import { ClearMany } from "./clear-many.tsx";
import { type Shown, useCandidates } from "./use-screening.ts";

const parts = ["open", "decided"] as const;

export default function ScreeningPage() {
  const t = useText();
  const mayRead = useHasLevel("office");
  return (
    <>
      <PageTitle>{t("admin.screening.title")}</PageTitle>
      <PageHead
        title={t("admin.screening.title")}
        actions={
          mayRead && (
            <Button variant="default" component={LocaleLink} to="/admin/screening/lists">
              {t("admin.nav.screeningLists")}
            </Button>
          )
        }
      >
        {t("admin.screening.hint")}
      </PageHead>
      {mayRead ? <Lists /> : <Notice>{t("error.forbidden")}</Notice>}
    </>
  );
}

function Lists() {
  const t = useText();
  const [params] = useSearchParams();
  const linkTo = usePartLink("part", "open");
  const part = parts.find((each) => each === params.get("part")) ?? "open";
  return (
    <>
      <AssignedFilter />
      <SectionPicker
        label={t("admin.screening.title")}
        current={part}
        sections={parts.map((id) => ({
          id,
          label: t(`admin.screening.${id}`),
          to: linkTo(id),
        }))}
      />
      <Candidates key={part} show={part} />
    </>
  );
}

const idOf = ({ id }: ListedCandidate): number => id;
const rowId = ({ id }: ListedCandidate): string => String(id);
const pathOf = ({ id }: ListedCandidate): string => `/admin/screening/${id}`;

function Candidates({ show }: { show: Shown }) {
  const t = useText();
  const api = useApi();
  const { assigned } = useAssignedParam();
  const filter = { show, ...(assigned !== undefined && { assigned }) };
  const query = useCandidates(filter);
  const columns = useCandidateColumns();
  const claim = useClaims("screening", idOf);
  const rows = query.data?.rows;
  const count = query.data?.pages[0]?.count;
  return (
    <Queue
      query={{ ...query, isPlaceholderData: false }}
      label={t("admin.screening.title")}
      columns={columns}
      rows={rows}
      rowId={rowId}
      pathOf={pathOf}
      nameOf={({ name }) => name}
      filter={filter}
      claim={show === "open" ? claim : undefined}
      {...(show === "open" && {
        mayChoose: isOpenCandidate,
        matching: count === undefined || assigned !== undefined ? undefined : { count, isCapped: false },
        give: (of: QueueTarget<typeof filter>, to: number | null) => ({ action: "giveScreening" as const, of, to }),
        actions: [
          {
            id: "clear",
            key: "f",
            label: t("admin.screening.clear"),
            renderDialog: ({ rows: [first, ...more], onClose, onDone }) =>
              first && <ClearMany rows={[first, ...more]} onClose={onClose} onDone={onDone} />,
          } satisfies QueueAction<ListedCandidate, typeof filter>,
        ],
        fetchFirst: async () => (await api.screening.listCandidates({ query: { ...filter, limit: 50 } })).candidates,
      })}
      exportName="screening"
      empty={<Empty icon="eye" title={t(show === "open" ? "admin.screening.none" : "admin.screening.noneDecided")} />}
    />
  );
}
