/** What the portal picks up and fetches by itself: how it stands with each source, and the last files. */
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { Connections } from "./connections.tsx";
import { PickedFiles } from "./picked-files.tsx";
import { Sources } from "./sources.tsx";

export default function PickupsPage() {
  const t = useText();
  const query = useCall(useApi().pickups.list);
  const { data } = query;
  return (
    <>
      <PageTitle>{t("admin.pickups.title")}</PageTitle>
      <PageHead title={t("admin.pickups.title")}>
        {t("admin.pickups.about")}{" "}
        {data?.can.change && <LocaleLink to="/admin/settings/pickups">{t("admin.pickups.setUp")}</LocaleLink>}
      </PageHead>
      <Sources query={query} />
      {data?.can.change && <Connections sources={data.sources} />}
      <PickedFiles />
    </>
  );
}
