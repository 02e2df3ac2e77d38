/**
 * A queue of work: rows or cards that the keys move through, selecting them one by one, as a range or all that match, and
 * what is done with the selected ones. Every queue of the back office is this component.
 */
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { useText } from "../../../ui/text.tsx";
import { withoutLanguage } from "../../navigation/locale-link.tsx";
import lists from "../lists/lists.module.css";
import { StaffTable } from "../lists/staff-table.tsx";
import { rowsIn } from "../lists/use-list-keys.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { type Choice, chooseColumn } from "./choose-column.tsx";
import { ClaimMark, claimColumn } from "./claim-mark.tsx";
import { useToggleClaim } from "./claims.ts";
import { GiveDialog } from "./give-dialog.tsx";
import { queueKeys } from "./keys.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { rememberQueue } from "./next-of-queue.ts";
import { QueueCards } from "./queue-cards.tsx";
import type { QueueAction, QueueProps, QueueTarget } from "./queue-props.ts";
import { useKeepPlace } from "./use-keep-place.ts";
import { useSelection } from "./use-selection.ts";

interface Opened<Row, Filter> {
  action: QueueAction<Row, Filter>;
  rows: readonly Row[];
  target: QueueTarget<Filter>;
  count: number;
}

export function Queue<Row, Filter extends object>(props: QueueProps<Row, Filter>) {
  const {
    rows,
    rowId,
    nameOf,
    itemOf,
    mayChoose,
    filter,
    matching,
    give,
    renderCard,
    renderFrame = (list) => list,
    ...rest
  } = props;
  const {
    actions = [],
    rowActions: ownActions = [],
    claim,
    hidesClaim = false,
    fetchFirst,
    above,
    columns,
    onPoint,
    ...table
  } = rest;
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  const [areKeysOpen, setKeysOpen] = useState(false);
  const [opened, setOpened] = useState<Opened<Row, Filter>>();
  const choosable = useMemo(() => (mayChoose ? (rows ?? []).filter(mayChoose) : []), [rows, mayChoose]);
  const selection = useSelection(
    useMemo(() => choosable.map(rowId), [choosable, rowId]),
    JSON.stringify(filter),
  );
  const { chosen, isAll } = selection;
  useKeepPlace(list, rows);
  useWalkedQueue(rows, rest.pathOf, fetchFirst);
  const toggleClaim = useToggleClaim(claim);
  const rowActions = claim
    ? [{ key: "c", label: t("admin.queue.key.claim"), act: toggleClaim }, ...ownActions]
    : ownActions;
  const all = useAllActions(actions, give);
  const byId = (id: string | undefined) => rows?.find((row) => rowId(row) === id);
  const isChoosable = (row: Row) => choosable.includes(row);

  const choiceOf = (row: Row): Choice | undefined => {
    if (!isChoosable(row)) return undefined;
    const id = rowId(row);
    return {
      id,
      label: t("admin.lists.chooseRow", { name: nameOf(row) }),
      isChosen: chosen.includes(id),
      onChoose: (is, isRange) => (is && isRange ? selection.chooseRange(id, shownIds(list)) : selection.choose(id, is)),
    };
  };
  const open = (action: QueueAction<Row, Filter>, of: readonly Row[], everything: boolean) => {
    const ids = of.map((row) => (itemOf ? itemOf(row) : Number(rowId(row))));
    const target = everything ? { filter } : { ids };
    setOpened({ action, rows: of, target, count: everything && matching ? matching.count : of.length });
  };
  const act = (action: QueueAction<Row, Filter>) =>
    open(
      action,
      choosable.filter((row) => chosen.includes(rowId(row))),
      isAll,
    );
  const keys = {
    onMove(row: HTMLElement, from: HTMLElement | undefined, isRange: boolean) {
      const [to, first] = [byId(row.dataset["row"]), byId(from?.dataset["row"])];
      if (!isRange || to === undefined || !isChoosable(to)) return;
      if (first !== undefined && isChoosable(first) && chosen.length === 0) selection.choose(rowId(first), true);
      selection.chooseRange(rowId(to), shownIds(list));
    },
    onKey(key: string, element: HTMLElement | undefined): boolean {
      if (key === "?") {
        setKeysOpen(true);
        return true;
      }
      const row = byId(element?.dataset["row"]);
      const action = all.find((one) => one.key === key);
      if (action && chosen.length > 0) act(action);
      else if (row === undefined) return false;
      else if (action && isChoosable(row)) open(action, [row], false);
      else if (key === "x" && isChoosable(row)) selection.choose(rowId(row), !chosen.includes(rowId(row)));
      else {
        const own = rowActions.find((one) => one.key === key);
        if (!own) return false;
        own.act(row);
      }
      return true;
    },
  };
  const boxes = chooseColumn<Row>(t("admin.lists.choose"), choiceOf);
  const isEveryChosen = choosable.length > 0 && chosen.length === choosable.length;

  return (
    <>
      <div className={lists.under}>
        {above}
        {choosable.length > 1 && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={isEveryChosen ? selection.clear : selection.chooseShown}
            data-no-print
          >
            {isEveryChosen ? t("admin.lists.chooseNone") : t("admin.queue.chooseShown", { count: choosable.length })}
          </Button>
        )}
        <span className={lists.keys} data-no-print>
          <Button size="compact-sm" variant="subtle" onClick={() => setKeysOpen(true)} aria-keyshortcuts="?">
            {t("admin.queue.keys")}
          </Button>
        </span>
      </div>
      {renderFrame(
        renderCard ? (
          <QueueCards
            {...table}
            rows={rows}
            rowId={rowId}
            listRef={list}
            keys={keys}
            renderCard={(row) =>
              renderCard(row, {
                choice: choiceOf(row),
                claim: claim && <ClaimMark row={row} name={nameOf(row)} claim={claim} />,
              })
            }
          />
        ) : (
          <StaffTable
            {...table}
            rows={rows}
            rowId={rowId}
            columns={[
              ...(choosable.length > 0 && all.length > 0 ? [boxes] : []),
              ...columns,
              ...(claim && !hidesClaim ? [claimColumn(t, claim, nameOf)] : []),
            ]}
            listRef={list}
            keys={keys}
            {...(onPoint && { onPoint })}
          />
        ),
      )}
      <BulkBar
        count={chosen.length}
        isAll={isAll}
        matching={matching}
        onChooseMatching={selection.chooseMatching}
        onClear={selection.clear}
        actions={all as readonly QueueAction[]}
        onAct={(action) => act(action as QueueAction<Row, Filter>)}
      />
      {opened?.action.renderDialog({ ...opened, onClose: () => setOpened(undefined), onDone: selection.clear })}
      {areKeysOpen && <KeysDialog keys={queueKeys(t, [...all, ...rowActions])} onClose={() => setKeysOpen(false)} />}
    </>
  );
}

/** Remembers the queue for the pages of its rows. */
function useWalkedQueue<Row>(
  rows: readonly Row[] | undefined,
  pathOf: (row: Row) => string,
  fetchFirst: (() => Promise<readonly Row[]>) | undefined,
): void {
  const { pathname, search } = useLocation();
  const address = withoutLanguage(pathname) + search;
  useEffect(() => {
    if (!fetchFirst || !rows) return;
    const plain = (row: Row) => pathOf(row).split("?")[0] ?? "";
    const load = async () => (await fetchFirst()).map(plain);
    rememberQueue({ address, load, shown: rows.map(plain) });
  });
}

const shownIds = (list: RefObject<HTMLElement | null>): string[] =>
  rowsIn(list.current).flatMap((row) => row.dataset["row"] ?? []);

/** The queue's own actions, after giving the selected to a colleague. */
function useAllActions<Row, Filter>(
  actions: readonly QueueAction<Row, Filter>[],
  give: ((of: QueueTarget<Filter>, to: number | null) => BulkChange) | undefined,
): readonly QueueAction<Row, Filter>[] {
  const t = useText();
  if (!give) return actions;
  return [
    {
      id: "give",
      key: "a",
      label: t("admin.assign.open"),
      renderDialog: ({ target, ...dialog }) => <GiveDialog {...dialog} changeOf={(to) => give(target, to)} />,
    },
    ...actions,
  ];
}
