/** What staff do with a payment besides declining: order it, match it, undo the match. */
import { Button } from "@mantine/core";
import type { RequestRow } from "@portico/api/transaction-requests.ts";
import { useState } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { requestText } from "./request-text.ts";

const MatchDialog = loadedPart(() => import("./match-dialog.tsx"));

export function PaymentActions({ request }: { request: RequestRow }) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const [isMatching, setMatching] = useState(false);
  const { id: requestId, can } = request;
  const ask = (what: "pay" | "unmatch", done: string, run: Parameters<typeof runChange>[0]) =>
    openConfirmation({
      title: t(`admin.payments.${what}Ask`),
      text: `${requestText(t, language, request)} ${t(`admin.payments.${what}Text`)}`,
      confirmLabel: t(`admin.payments.${what}`),
      action: () =>
        runChange(async (api) => {
          await run(api);
          alert.success(done);
        }),
    });
  return (
    <>
      {can.pay && (
        <Button
          size="sm"
          onClick={() =>
            ask("pay", t("admin.payments.paid"), (api) =>
              api.portfolios.handleRequest({ params: { requestId }, body: { state: "paying" } }),
            )
          }
        >
          {t("admin.payments.pay")}
        </Button>
      )}
      {can.match && (
        <Button size="sm" variant={can.pay ? "default" : "filled"} onClick={() => setMatching(true)}>
          {t("admin.payments.matchOpen")}
        </Button>
      )}
      {can.unmatch && (
        <Button
          size="sm"
          variant="default"
          onClick={() =>
            ask("unmatch", t("admin.payments.unmatched"), (api) =>
              api.portfolios.unmatchRequest({ params: { requestId }, body: {} }),
            )
          }
        >
          {t("admin.payments.unmatch")}
        </Button>
      )}
      {isMatching && <MatchDialog request={request} onClose={() => setMatching(false)} />}
    </>
  );
}
