/** The way from the shared folder to the open one; each folder on it can be opened. */
import { Link } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./sharepoint.module.css";

export function FolderPath({ path }: { path: string }) {
  const t = useText();
  const names = path.split("/").filter((name) => name !== "");
  if (names.length === 0) return null;
  const steps = [
    { name: t("documents.folder.title"), to: "?" },
    ...names.map((name, depth) => ({
      name,
      to: `?${new URLSearchParams({ path: names.slice(0, depth + 1).join("/") })}`,
    })),
  ];
  return (
    <nav aria-label={t("documents.folder.path")}>
      <ol className={styles.path}>
        {steps.map(({ name, to }, place) => (
          <li key={to}>
            {place > 0 && <Icon name="forward" size={14} />}
            {place === steps.length - 1 ? <span aria-current="page">{name}</span> : <Link to={to}>{name}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
