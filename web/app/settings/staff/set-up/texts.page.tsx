/** All texts that the product ships: what the firm has made of each, and those to be decided about again. */
import type { StartingTextId } from "@portico/api/rules/starting-texts.ts";
import type { StartingText } from "@portico/api/set-up.ts";
import { useState } from "react";
import { errorText, useApi } from "../../../shell/calls/api.tsx";
import { PendingQuery } from "../../../shell/calls/query-states.tsx";
import { useCall } from "../../../shell/calls/use-call.ts";
import { useChange } from "../../../shell/calls/use-change.ts";
import { alert } from "../../../shell/dialogs/alert.ts";
import { PageTitle } from "../../../shell/layouts/page-title.tsx";
import { BackLink } from "../../../shell/navigation/back-link.tsx";
import { useHasLevel } from "../../../shell/staff/staff-access.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHead, Section } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "./set-up.module.css";
import { TextRow, useTextName } from "./text-row.tsx";

export default function StartingTextsPage() {
  const t = useText();
  return (
    <>
      <BackLink to="/admin/set-up">{t("admin.setUp.title")}</BackLink>
      <PageTitle>{t("admin.startingTexts.title")}</PageTitle>
      <PageHead title={t("admin.startingTexts.title")}>{t("admin.startingTexts.lead")}</PageHead>
      {useHasLevel("admin") ? <Texts /> : <Notice>{t("admin.setUp.adminsOnly")}</Notice>}
    </>
  );
}

function Texts() {
  const query = useCall(useApi().setUp.listTexts, {}, { refetchOnMount: "always" });
  return query.data ? <Listed texts={query.data.texts} /> : <PendingQuery query={query} />;
}

function Listed({ texts }: { texts: readonly StartingText[] }) {
  const t = useText();
  const nameOf = useTextName();
  const [picked, setPicked] = useState<ReadonlySet<StartingTextId>>(new Set());
  const accept = useChange((api, ids: StartingTextId[]) => api.setUp.acceptTexts({ body: { ids } }));
  const open = texts.filter(({ canAccept }) => canAccept);
  // A colleague may have decided about one meanwhile.
  const chosen = open.filter(({ id }) => picked.has(id)).map(({ id }) => id);
  const pick = (id: StartingTextId, isPicked: boolean) =>
    setPicked(new Set(isPicked ? [...picked, id] : [...picked].filter((one) => one !== id)));
  return (
    <Section
      title={t("admin.startingTexts.list")}
      actions={
        open.length > 0 && (
          <Button
            disabled={chosen.length === 0}
            loading={accept.isPending}
            onClick={() =>
              accept.mutate(chosen, {
                onSuccess: () => {
                  setPicked(new Set());
                  alert.success(t("admin.startingTexts.accepted", { count: chosen.length }));
                },
              })
            }
          >
            {t("admin.startingTexts.accept", { count: chosen.length })}
          </Button>
        )
      }
    >
      {accept.error && <Notice tone="failed">{errorText(t, accept.error)}</Notice>}
      {open.length > 1 && (
        <Checkbox
          label={t("admin.startingTexts.all", { count: open.length })}
          checked={chosen.length === open.length}
          indeterminate={chosen.length > 0 && chosen.length < open.length}
          onChange={(event) => setPicked(new Set(event.currentTarget.checked ? open.map(({ id }) => id) : []))}
        />
      )}
      <ul className={styles.texts}>
        {texts.map((text) => (
          <TextRow
            key={text.id}
            text={text}
            name={nameOf(text.id)}
            isPicked={picked.has(text.id)}
            onPick={(isPicked) => pick(text.id, isPicked)}
          />
        ))}
      </ul>
    </Section>
  );
}
