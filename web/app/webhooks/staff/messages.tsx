/** The messages to an endpoint, the newest first, and what became of each. */
import { type DeliveryState, deliveryStates } from "@portico/api/rules/webhooks.ts";
import type { WebhookDelivery, WebhookEndpointState } from "@portico/api/webhooks.ts";
import { useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useText } from "../../ui/text.tsx";
import styles from "./webhooks.module.css";

const MessageDialog = loadedPart(() => import("./message-dialog.tsx"));

/** The status of the answer, or why there was none. */
export function answerText(t: Translate, { status, failure }: Pick<WebhookDelivery, "status" | "failure">): string {
  const parts = [
    ...(status === null ? [] : [String(status)]),
    ...(failure === null ? [] : [t(`admin.webhooks.failure.${failure}`)]),
  ];
  return parts.length === 0 ? "–" : parts.join(" · ");
}

export function Messages({ endpoints }: { endpoints: readonly WebhookEndpointState[] }) {
  const t = useText();
  // What somebody comes for: the one that has a fault.
  const [chosen, setChosen] = useState(
    () => endpoints.find(({ failingSince, waiting }) => failingSince !== null || waiting > 0)?.id,
  );
  const [state, setState] = useState<DeliveryState>();
  const [open, setOpen] = useState<number>();
  const endpointId = endpoints.find(({ id }) => id === chosen)?.id ?? endpoints[0]?.id ?? "";
  const query = usePages(useApi().webhooks.listDeliveries, {
    params: { endpointId },
    query: { limit: 50, ...(state && { state }) },
  });
  const columns = useColumns(setOpen);
  return (
    <Section title={t("admin.webhooks.messages")} hint={t("admin.webhooks.messagesHint")}>
      <div className={styles.filters}>
        <NativeSelect
          label={t("admin.webhooks.endpoint")}
          value={endpointId}
          data={endpoints.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <NativeSelect
          label={t("admin.webhooks.showState")}
          value={state ?? ""}
          data={[
            { value: "", label: t("admin.webhooks.all") },
            ...deliveryStates.map((one) => ({ value: one, label: t(`admin.webhooks.deliveryState.${one}`) })),
          ]}
          onChange={(event) => setState((event.currentTarget.value || undefined) as DeliveryState | undefined)}
        />
      </div>
      <DataTable
        dense
        label={t("admin.webhooks.messages")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="webhook-messages"
        empty={<Empty title={t("admin.webhooks.messagesNone")} />}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
      />
      <ShowMore query={query} />
      {open !== undefined && <MessageDialog deliveryId={open} close={() => setOpen(undefined)} />}
    </Section>
  );
}

function useColumns(open: (id: number) => void): readonly Column<WebhookDelivery>[] {
  const t = useText();
  return useMemo(
    (): readonly Column<WebhookDelivery>[] => [
      { id: "type", header: t("admin.webhooks.event"), value: ({ type }) => type, phone: "title" },
      {
        id: "createdAt",
        header: t("admin.webhooks.created"),
        value: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => <RecordTime at={createdAt} />,
        phone: "key",
      },
      {
        id: "state",
        header: t("admin.webhooks.state"),
        value: ({ state }) => t(`admin.webhooks.deliveryState.${state}`),
        phone: "key",
      },
      { id: "answer", header: t("admin.webhooks.answer"), value: (row) => answerText(t, row), phone: "line" },
      { id: "tries", header: t("admin.webhooks.tries"), value: ({ tries }) => tries, numeric: true },
      {
        id: "nextTryAt",
        header: t("admin.webhooks.nextTry"),
        value: ({ nextTryAt }) => nextTryAt,
        cell: ({ nextTryAt }) => (nextTryAt === null ? "–" : <RecordTime at={nextTryAt} />),
      },
      {
        id: "open",
        header: t("admin.webhooks.open"),
        value: () => null,
        control: true,
        sortable: false,
        phone: "line",
        cell: ({ id, type, messageId }) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t("admin.webhooks.open")}: ${type} ${messageId}`}
            onClick={() => open(id)}
          >
            {t("admin.webhooks.open")}
          </Button>
        ),
      },
    ],
    [t, open],
  );
}
