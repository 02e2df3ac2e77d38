/** The way back to the list that the reader came from, with its filters; else to the first of these. */
import { matchPath, useSearchParams } from "react-router";
import { BackLink } from "../../navigation/back-link.tsx";
import { listIn } from "./list-of-reader.ts";

interface List {
  /** As in routes; of the first, without parameters. */
  path: string;
  label: string;
}

export function BackToList({ lists }: { lists: readonly [List, ...List[]] }) {
  const [params] = useSearchParams();
  const paths = lists.map(({ path }) => path);
  const to = listIn(params, paths) ?? lists[0].path;
  const { label } = lists.find(({ path }) => matchPath(path, to.split("?")[0] ?? "")) ?? lists[0];
  return <BackLink to={to}>{label}</BackLink>;
}
