/** Adds everyone in one of the team's saved views of clients or companies to the recipients. */
import { NativeSelect } from "@mantine/core";
import { maxBatchRecipients } from "@portico/api/rules/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMutation } from "@tanstack/react-query";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { allRows } from "../../shell/calls/use-pages.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { companiesQuery, readSearch, usersQuery } from "../../shell/staff/lists/list-search.ts";
import { useText } from "../../ui/text.tsx";

export type NamedHolder = Holder & { name: string };

interface RecipientsOfViewProps {
  holderType: Holder["holderType"];
  holders: readonly NamedHolder[];
  onAdd: (added: readonly NamedHolder[]) => void;
}

export function RecipientsOfView({ holderType, holders, onAdd }: RecipientsOfViewProps) {
  const t = useText();
  const api = useApi();
  const list = holderType === "company" ? "companies" : "users";
  const { data: views = [] } = useCall(api.savedViews.list, { params: { list } });
  const add = useMutation({
    mutationFn: async (query: Record<string, string>) => {
      const asked = readSearch(new URLSearchParams(query));
      const most = { most: maxBatchRecipients + 1 };
      // Contracts are made with clients: a view of staff contains none.
      if (holderType === "user" && (asked.role ?? "client") !== "client") return [];
      const rows =
        holderType === "company"
          ? await allRows(api.companies.list, { query: { ...companiesQuery(asked), limit: 200 } }, most)
          : await allRows(api.users.list, { query: { ...usersQuery({ ...asked, role: "client" }), limit: 200 } }, most);
      return rows.map(({ id, name }) => ({ holderType, holderId: id, name }));
    },
    onSuccess: (found) => {
      // Also those who were added while the view was read.
      const known = new Set(holders.filter((one) => one.holderType === holderType).map(({ holderId }) => holderId));
      const added = found.filter(({ holderId }) => !known.has(holderId));
      if (added.length === 0) alert.warning(t("admin.contractBatch.viewEmpty"));
      else if (holders.length + added.length > maxBatchRecipients)
        alert.error(t("admin.contractBatch.tooMany", { max: maxBatchRecipients }));
      else onAdd(added);
    },
    onError: (error) => alert.error(errorText(t, error)),
  });
  if (views.length === 0) return null;
  return (
    <NativeSelect
      label={t("admin.contractBatch.addView")}
      description={t("admin.contractBatch.addViewHint")}
      // Empty again after each.
      value=""
      disabled={add.isPending}
      data={[
        { value: "", label: t("admin.contractBatch.chooseView"), disabled: true },
        ...views.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const view = views.find(({ id }) => String(id) === value);
        if (view) add.mutate(view.query);
      }}
    />
  );
}
