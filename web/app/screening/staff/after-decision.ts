/** Where the reader goes after a decision: on in the queue, or on with the client whose form they review. */
import type { Candidate } from "@portico/api/screening.ts";
import { useCallback } from "react";
import { useLocation } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { listIn, withList } from "../../shell/staff/lists/list-of-reader.ts";
import { useOpenNext } from "../../shell/staff/queue/next-of-queue.ts";

/** The review from which the reader came; undefined if from elsewhere. */
export function useReviewOfReader(): string | undefined {
  const { search } = useLocation();
  return listIn(new URLSearchParams(search), ["/admin/:holderType/:holderId/review"]);
}

/**
 * The next of the queue; for who came from a review, the client's next open candidate, and the review once none is left. From
 * elsewhere the page stays.
 */
export function useAfterDecision({ id, holder }: Pick<Candidate, "id" | "holder">): () => Promise<void> {
  const api = useApi();
  const navigate = useLocaleNavigate();
  const openNext = useOpenNext("/admin/screening");
  const review = useReviewOfReader();
  const { holder_type: holderType, holder_id: holderId } = holder;
  return useCallback(async () => {
    if (review === undefined) return openNext();
    const { candidates } = await api.screening.ofHolder({ params: { holderType, holderId } });
    const next = candidates.find((one) => one.state === "open" && one.id !== id);
    return navigate(next ? withList(`/admin/screening/${next.id}`, review) : review);
  }, [api, navigate, openNext, review, id, holderType, holderId]);
}
