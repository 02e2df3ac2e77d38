/** Tools above a staff list: which columns are shown, as in the address, and the page's own tools. */
import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "./lists.module.css";

/** Columns hidden by the address. */
export const hiddenColumns = (params: URLSearchParams): ReadonlySet<string> =>
  new Set(params.get("hide")?.split(",").filter(Boolean));

interface ListToolsProps {
  columns: readonly { id: string; header: string }[];
  /** Tools of other domains, shown first. */
  children: ReactNode;
}

export function ListTools({ columns, children }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      {children}
      <ColumnChoice columns={columns} />
    </div>
  );
}

function ColumnChoice({ columns }: Pick<ListToolsProps, "columns">) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const hidden = hiddenColumns(params);

  function show(id: string, isShown: boolean) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        const hide = new Set(hiddenColumns(before));
        if (isShown) hide.delete(id);
        else hide.add(id);
        if (hide.size > 0) next.set("hide", [...hide].join(","));
        else next.delete("hide");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <Disclosure
      buttonClassName={styles.tool}
      button={
        <>
          <Icon name="settings" size={16} />
          {t("admin.lists.columns")}
        </>
      }
    >
      {() => (
        <ul className={styles.choices}>
          {columns.map(({ id, header }) => (
            <li key={id}>
              <Checkbox
                label={header}
                checked={!hidden.has(id)}
                onChange={(event) => show(id, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}
