/** Templates of contracts: each with the version in use and its draft. */
import { type FormEvent, useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import type { AnswerOf } from "../../shell/calls/keys.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import lists from "../../shell/staff/lists/lists.module.css";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { RecordDate } from "../../ui/dates.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ContractPlaces } from "./contract-places.tsx";
import { templatePath } from "./paths.ts";

type Row = AnswerOf<ReturnType<typeof useApi>["contracts"]["listTemplates"]>[number];

export default function TemplatesPage() {
  const t = useText();
  const api = useApi();
  const query = useCall(api.contracts.listTemplates);
  const canWrite = useHasLevel("office");
  const [isNaming, setNaming] = useState(false);
  const columns = useColumns();
  return (
    <>
      <PageTitle>{t("admin.templates.title")}</PageTitle>
      <PageHead
        title={t("admin.templates.title")}
        actions={canWrite && <Button onClick={() => setNaming(true)}>{t("admin.templates.new")}</Button>}
      >
        {t("admin.templates.lead")}
      </PageHead>
      <ContractPlaces current="templates" />
      <StaffTable
        query={query}
        label={t("admin.templates.title")}
        columns={columns}
        rows={query.data}
        rowId={({ type }) => type}
        pathOf={({ type }) => templatePath(type)}
        empty={
          <Empty icon="document" title={t("admin.templates.none")}>
            {t("admin.firstSteps.templates")}
          </Empty>
        }
      />
      {isNaming && <NewTemplate taken={query.data?.map(({ type }) => type) ?? []} onClose={() => setNaming(false)} />}
    </>
  );
}

function useColumns(): readonly Column<Row>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("contracts.list.name"),
        value: ({ newest }) => newest.content.name[language],
        phone: "title",
      },
      { id: "type", header: t("admin.templates.key"), value: ({ type }) => type },
      {
        id: "state",
        header: t("contracts.list.state"),
        value: ({ inUse, newest }) => t(`admin.templates.state.${inUse === null ? newest.state : "inUse"}`),
        cell: ({ inUse, newest, draft }) => (
          <span className={lists.tools}>
            {(inUse !== null || newest.state === "retired") && (
              <StatusBadge status={newest.state} colour={inUse === null ? "grey" : "green"}>
                {t(`admin.templates.state.${inUse === null ? "retired" : "inUse"}`)}
              </StatusBadge>
            )}
            {draft !== null && (
              <StatusBadge status="draft" colour="orange">
                {t("admin.templates.state.draft")}
              </StatusBadge>
            )}
          </span>
        ),
        phone: "key",
      },
      {
        id: "version",
        header: t("admin.templates.inUseVersion"),
        value: ({ inUse }) => inUse,
        cell: ({ inUse }) => inUse ?? "–",
        numeric: true,
      },
      {
        id: "for",
        header: t("admin.templates.for"),
        value: ({ newest }) => t(`admin.templates.for.${newest.content.for}`),
      },
      {
        id: "changed",
        header: t("admin.templates.changed"),
        value: ({ newest }) => newest.changed_at,
        cell: ({ newest }) => <RecordDate at={newest.changed_at} />,
        phone: "key",
      },
      { id: "by", header: t("admin.templates.changedBy"), value: ({ newest }) => newest.changed_by },
    ],
    [t, language],
  );
}

/** The key stays for ever: it is in the address and in each contract. */
function NewTemplate({ taken, onClose }: { taken: readonly string[]; onClose: () => void }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const suggested = "agreement";
  const [key, setKey] = useState(taken.includes(suggested) ? "" : suggested);
  const [isTried, setTried] = useState(false);
  const reserved = ["all", "custom", "code", "templates", "batches", "proposable"];
  const fault =
    !/^[a-z][A-Za-z0-9]{0,39}$/.test(key) || reserved.includes(key)
      ? t("admin.templates.keyWrong")
      : taken.includes(key)
        ? t("admin.templates.keyTaken")
        : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!fault) navigate(templatePath(key));
  }
  return (
    <Dialog opened onClose={onClose} title={t("admin.templates.new")}>
      <form method="post" onSubmit={submit} noValidate>
        <LimitedInput
          label={t("admin.templates.key")}
          description={t("admin.templates.keyHint")}
          required
          autoComplete="off"
          spellCheck={false}
          limit={40}
          value={key}
          error={isTried ? fault : undefined}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit">{t("admin.templates.begin")}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
