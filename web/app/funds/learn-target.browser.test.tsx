/** The public list of target funds, when its calls fail. */
import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { loader } from "./learn-target.page.tsx";

test("a page without its figures is answered as 503, so that it is never kept for others", async () => {
  const apiFetch = () => Promise.reject(new Error("too many requests"));
  const given = {
    context: { get: () => ({ apiFetch }) },
    request: new Request("http://localhost/en/learn-more/target"),
  } as unknown as LoaderFunctionArgs;
  expect(await loader(given)).toMatchObject({ data: null, init: { status: 503 } });
});
