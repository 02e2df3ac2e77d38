/** What staff do with a payment besides declining: order it, match it or its fee, undo a match. */

import type { RequestRow } from "@portico/api/payments/requests.ts";
import { isClosedRequest } from "@portico/api/rules/transaction-requests.ts";
import { useState } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/format.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { requestText } from "./request-text.ts";

const MatchDialog = loadedPart(() => import("./match-dialog.tsx"));
const FeeDialog = loadedPart(() => import("./fee-dialog.tsx"));

export function PaymentActions({ request }: { request: RequestRow }) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const [isMatching, setMatching] = useState(false);
  const [isMatchingFee, setMatchingFee] = useState(false);
  const { id: requestId, can, matches, withdrawal } = request;
  const ask = (
    { title, text, confirmLabel, done }: Record<"title" | "text" | "confirmLabel" | "done", string>,
    run: Parameters<typeof runChange>[0],
  ) =>
    openConfirmation({
      title,
      text: `${requestText(t, language, request)} ${text}`,
      confirmLabel,
      action: () =>
        runChange(async (api) => {
          await run(api);
          alert.success(done);
        }),
    });
  const unmatchText = isClosedRequest(request.state)
    ? t("admin.payments.unmatchTextClosed")
    : t(matches.length > 1 ? "admin.payments.unmatchTextPart" : "admin.payments.unmatchText");
  const hasFeeEntry = withdrawal?.fee_entry_id != null;
  return (
    <>
      {can.pay && (
        <Button
          size="sm"
          onClick={() =>
            ask(
              {
                title: t("admin.payments.payAsk"),
                text: t("admin.payments.payText"),
                confirmLabel: t("admin.payments.pay"),
                done: t("admin.payments.paid"),
              },
              (api) => api.payments.handleRequest({ params: { requestId }, body: { state: "paying" } }),
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
      {can.unmatch &&
        matches.map(({ entry_id: entryId, amount, currency }) => (
          <Button
            key={entryId}
            size="sm"
            variant="default"
            onClick={() =>
              ask(
                {
                  title: t("admin.payments.unmatchAsk"),
                  text: unmatchText,
                  confirmLabel: t("admin.payments.unmatch"),
                  done: t("admin.payments.unmatched"),
                },
                (api) => api.payments.unmatchRequest({ params: { requestId }, body: { entryId } }),
              )
            }
          >
            {t("admin.payments.unmatch")}
            {matches.length > 1 && ` · ${formatMoney(language, amount, currency)}`}
          </Button>
        ))}
      {can.matchFee && !hasFeeEntry && (
        <Button size="sm" variant="default" onClick={() => setMatchingFee(true)}>
          {t("admin.payments.feeOpen")}
        </Button>
      )}
      {can.matchFee && hasFeeEntry && (
        <Button
          size="sm"
          variant="default"
          onClick={() =>
            ask(
              {
                title: t("admin.payments.unmatchAsk"),
                text: t("admin.payments.feeUndoText"),
                confirmLabel: t("admin.payments.feeUndo"),
                done: t("admin.payments.feeUndone"),
              },
              (api) => api.payments.matchFee({ params: { requestId }, body: { entryId: null } }),
            )
          }
        >
          {t("admin.payments.feeUndo")}
        </Button>
      )}
      {isMatching && <MatchDialog request={request} onClose={() => setMatching(false)} />}
      {isMatchingFee && <FeeDialog request={request} onClose={() => setMatchingFee(false)} />}
    </>
  );
}
