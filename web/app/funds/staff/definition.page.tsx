/** One target fund for staff: its draft or what is published, and its versions; or a new one. */
import { useParams } from "react-router";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useText } from "../../ui/text.tsx";
import { DefinitionEditor } from "./definition-editor.tsx";
import { useFundNames, useOpened } from "./use-target.ts";

export default function DefinitionPage() {
  const t = useText();
  const { id } = useParams();
  return (
    <>
      <BackLink to="/admin/target">{t("admin.funds.title")}</BackLink>
      {id === undefined || id === "new" ? <New /> : <Opened key={id} id={Number(id)} />}
    </>
  );
}

function New() {
  const funds = useFundNames();
  return funds.data ? <DefinitionEditor opened={undefined} funds={funds.data.funds} /> : <PendingQuery query={funds} />;
}

function Opened({ id }: { id: number }) {
  const query = useOpened(id);
  const funds = useFundNames();
  if (!query.data) return <PendingQuery query={query} />;
  if (!funds.data) return <PendingQuery query={funds} />;
  return <DefinitionEditor opened={query.data} funds={funds.data.funds} />;
}
