/** Mappings of files: the list; `?id=` is the open one, `?new` one that is made. */
import { useSearchParams } from "react-router";
import { PendingQuery } from "../../../shell/calls/query-states.tsx";
import { PageTitle } from "../../../shell/layouts/page-title.tsx";
import { BackLink } from "../../../shell/navigation/back-link.tsx";
import { PageHead } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import { MappingEditor } from "./mapping-editor.tsx";
import { MappingList } from "./mapping-list.tsx";
import { useMapping } from "./use-mappings.ts";

export default function MappingsPage() {
  const t = useText();
  const [params] = useSearchParams();
  const id = Number(params.get("id")) || undefined;
  if (id !== undefined || params.has("new"))
    return (
      <>
        <BackLink to="/admin/imports/mappings">{t("admin.mappings.back")}</BackLink>
        {id === undefined ? <NewMapping /> : <OneMapping key={id} id={id} />}
      </>
    );
  return (
    <>
      <BackLink to="/admin/imports">{t("admin.imports.back")}</BackLink>
      <PageTitle>{t("admin.mappings.title")}</PageTitle>
      <PageHead title={t("admin.mappings.title")}>{t("admin.mappings.lead")}</PageHead>
      <MappingList />
    </>
  );
}

function NewMapping() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("admin.mappings.new")}</PageTitle>
      <PageHead title={t("admin.mappings.new")}>{t("admin.mappings.newLead")}</PageHead>
      <MappingEditor stored={undefined} />
    </>
  );
}

function OneMapping({ id }: { id: number }) {
  const t = useText();
  const query = useMapping(id);
  const { data } = query;
  return (
    <>
      <PageTitle>{data?.name ?? t("admin.mappings.title")}</PageTitle>
      {data ? <MappingEditor stored={data} /> : <PendingQuery query={query} />}
    </>
  );
}
