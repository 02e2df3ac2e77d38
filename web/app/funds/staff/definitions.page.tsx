/** The firm's target funds in every state, and their order, by dragging or by buttons. */

import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { DefinitionOrder } from "./definition-order.tsx";
import { TargetPlaces } from "./target-places.tsx";
import { useOrder, useStaffDefinitions } from "./use-target.ts";

export default function DefinitionsPage() {
  const t = useText();
  const query = useStaffDefinitions();
  const order = useOrder();
  const isAdmin = useHasLevel("admin");
  const rows = query.data?.rows;
  return (
    <>
      <PageTitle>{t("admin.funds.title")}</PageTitle>
      <PageHead
        title={t("admin.funds.title")}
        actions={
          isAdmin && (
            <Button component={LocaleLink} to="/admin/target/new">
              {t("admin.funds.new")}
            </Button>
          )
        }
      >
        {t("admin.funds.lead")}
      </PageHead>
      <TargetPlaces current="definitions" />
      {!rows && <PendingQuery query={query} />}
      {rows && !order.data && <PendingQuery query={order} />}
      {rows?.length === 0 && <Empty icon="document" title={t("admin.funds.none")} />}
      {rows && rows.length > 0 && order.data && <DefinitionOrder rows={rows} order={order.data} canOrder={isAdmin} />}
    </>
  );
}
