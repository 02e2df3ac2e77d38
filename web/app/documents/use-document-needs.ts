/** Documents that the firm waits for, as one open action of the dashboard. */
import { useHolder } from "../shell/session/active-holder.ts";
import { formatDay } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import { useDocumentRequests } from "./use-document-requests.ts";

export function useDocumentNeeds() {
  const t = useText();
  const language = useLanguage();
  const { data, isLoading } = useDocumentRequests(useHolder());
  // By day: the first is due first.
  const open = data?.filter(({ state }) => state === "open") ?? [];
  const needs = open.slice(0, 1).map(({ due }) => ({
    id: "documents",
    text: t("dashboard.needs.documents", { count: open.length, day: formatDay(language, due) }),
    action: t("dashboard.needs.documentsAction"),
    to: "/documents",
  }));
  return { needs, isLoading };
}
