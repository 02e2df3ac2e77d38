/** Saved views of a list, one's own and the team's; a view is completely in the address. */
import { Checkbox, TextInput } from "@mantine/core";
import type { Answer } from "@portico/api/endpoint.ts";
import { ApiError } from "@portico/api/errors.ts";
import { nameLimits } from "@portico/api/rules/limits.ts";
import type { savedLists, savedViews } from "@portico/api/saved-views.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { excessText } from "../../ui/excess-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";

type List = (typeof savedLists)[number];

export function SavedViews({ list }: { list: List }) {
  const t = useText();
  const api = useApi();
  const runChange = useRunChange();
  const [params, setParams] = useSearchParams();
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const { data: views = [], refetch } = useCall(api.savedViews.list, { params: { list } });
  const fault = excessText(t, name, nameLimits.view);
  const send = async (replace: boolean) => {
    const body = { name: name.trim(), query: Object.fromEntries(params), replace, shared: isShared };
    await runChange((calls) => calls.savedViews.save({ params: { list }, body }));
    setName("");
    alert.success(t("admin.lists.saved"));
  };
  const save = useMutation({
    mutationFn: () => send(false),
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== "nameInUse") return alert.error(errorText(t, error));
      // A colleague may have saved it a moment ago.
      const { data: known = [] } = await refetch();
      const existing = known.find((view) => view.name.toLowerCase() === name.trim().toLowerCase());
      if (existing && !existing.can.change)
        return alert.error(t("admin.lists.nameOfColleague", { name: existing.created_by.name }));
      if (existing)
        openConfirmation({
          title: t("admin.lists.replaceTitle", { name: existing.name }),
          text: t("admin.lists.replaceText", { name: existing.created_by.name }),
          confirmLabel: t("admin.lists.replace"),
          destructive: true,
          action: () => send(true),
        });
    },
  });

  return (
    <Disclosure
      buttonClassName={styles.tool}
      wide
      button={
        <>
          <Icon name="filter" size={16} />
          {t("admin.lists.views")}
        </>
      }
    >
      {(close) => (
        <div className={styles.views}>
          {views.length === 0 && <p className={styles.muted}>{t("admin.lists.noViews")}</p>}
          <ul>
            {views.map((view) => (
              <SavedViewRow
                key={view.id}
                list={list}
                view={view}
                onOpen={() => {
                  setParams(new URLSearchParams(view.query), { preventScrollReset: true });
                  close();
                }}
              />
            ))}
          </ul>
          <form
            className={styles.saveView}
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== "" && !fault) save.mutate();
            }}
          >
            <TextInput
              size="sm"
              label={t("admin.lists.saveAs")}
              value={name}
              error={fault}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="sm" variant="default" loading={save.isPending} disabled={name.trim() === ""}>
              {t("ui.action.save")}
            </Button>
          </form>
          <Checkbox
            className={styles.shareView ?? ""}
            size="sm"
            label={t("admin.queue.view.share")}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        </div>
      )}
    </Disclosure>
  );
}

interface SavedViewRowProps {
  list: List;
  view: Answer<(typeof savedViews)["list"]>[number];
  onOpen: () => void;
}

/** Opens the view; whoever may change it can delete it. */
function SavedViewRow({ list, view, onOpen }: SavedViewRowProps) {
  const t = useText();
  const runChange = useRunChange();
  return (
    <li>
      <button type="button" className={styles.view} onClick={onOpen}>
        {view.name}
        <small>
          {view.shared ? t("admin.lists.savedBy", { name: view.created_by.name }) : t("admin.queue.view.own")}
          {view.owner_left && ` · ${t("admin.queue.view.ownerLeft")}`}
        </small>
      </button>
      {view.can.take && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t("admin.queue.view.take")}: ${view.name}`}
          onClick={() =>
            void runChange((calls) => calls.savedViews.take({ params: { list, viewId: view.id }, body: {} })).catch(
              (error: unknown) => alert.error(errorText(t, error)),
            )
          }
        >
          {t("admin.queue.view.take")}
        </Button>
      )}
      {view.can.change && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t("admin.lists.deleteView", { name: view.name })}
          onClick={() =>
            openConfirmation({
              title: t("admin.lists.deleteView", { name: view.name }),
              text: t("admin.lists.deleteViewText"),
              destructive: true,
              action: async () => {
                await runChange((calls) => calls.savedViews.remove({ params: { list, viewId: view.id } }));
              },
            })
          }
        >
          <Icon name="trash" size={16} />
        </button>
      )}
    </li>
  );
}
