/** Shown instead of a holder's profile: loading, failed, or no such holder. The link back is above it. */
import { ApiError } from "@portico/api/errors.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";

interface AwaitedHolderProps {
  query: Parameters<typeof PendingQuery>[0]["query"];
  kind: "user" | "company";
}

export function AwaitedHolder({ query, kind }: AwaitedHolderProps) {
  const t = useText();
  if (!(query.error instanceof ApiError) || query.error.code !== "notFound") return <PendingQuery query={query} />;
  return (
    <Empty icon="search" title={t(`admin.holder.unknown.${kind}`)}>
      {t("admin.holder.unknown.explain")}
    </Empty>
  );
}
