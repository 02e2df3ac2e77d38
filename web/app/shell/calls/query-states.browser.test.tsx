/** What stands in place of an answer that did not come. */
import { ApiError } from "@portico/api/errors.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { PendingQuery } from "./query-states.tsx";

const failed = (error: Error) => <PendingQuery query={{ error, isFetching: false, refetch: () => undefined }} />;
const again = page.getByRole("button", { name: t("ui.action.retry") });

test("what is not there is said not to be, and not offered to be tried again", async () => {
  await show(failed(new ApiError({ code: "notFound", status: 404 })));
  await expect.element(page.getByRole("alert")).toHaveTextContent(t("error.notFound"));
  expect(again.query()).toBeNull();
});

test("what failed is said to have failed, and can be tried again", async () => {
  await show(failed(new ApiError({ code: "generic", status: 500 })));
  await expect.element(page.getByRole("alert").getByText(t("ui.state.failed"))).toBeVisible();
  await expect.element(again).toBeVisible();
});
