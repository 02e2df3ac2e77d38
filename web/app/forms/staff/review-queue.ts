/** The list that a reviewer came from: its filters are in the review's address, for the links back and to the next form. */
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { listIn, withList } from "../../shell/staff/lists/list-of-reader.ts";
import { readAssigned } from "../../shell/staff/lists/list-search.ts";
import type { FormOf } from "./review-types.ts";

const reviewsPath = "/admin/reviews";

interface Submission {
  holder_type: Holder["holderType"];
  holder_id: number;
  revision: number;
}

export const reviewPath = ({ holder_type, holder_id, revision }: Submission, queue: URLSearchParams): string =>
  withList(`/admin/${holder_type}/${holder_id}/review?revision=${revision}`, queuePath(queue));

export const queuePath = (queue: URLSearchParams): string => `${reviewsPath}${queue.size > 0 ? `?${queue}` : ""}`;

/** The filters in a review's address; null if the reviewer came from elsewhere. */
export const queueIn = (params: URLSearchParams): URLSearchParams | null => {
  const queue = listIn(params, [reviewsPath]);
  return queue === undefined ? null : new URLSearchParams(queue.slice(reviewsPath.length));
};

/** The default queue for a form type. */
export const queueOf = (type: FormType): URLSearchParams => new URLSearchParams(type === "KYC" ? {} : { type });

/** The form waiting longest in the queue besides the open one, and how many wait. */
export function useNextInQueue(form: FormOf, queue: URLSearchParams) {
  const api = useApi();
  const assigned = readAssigned(queue);
  const { data } = useCall(api.forms.list, {
    params: { type: form.type },
    query: { show: "waiting", limit: 2, assigned },
  });
  return data && { count: data.count, next: data.forms.find(({ holder_id }) => holder_id !== form.holderId) };
}
