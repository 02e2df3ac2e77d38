/** A closed ticket leads to a new one, which refers to it. */
import { useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, showWithCalls } from "../shell/testing/answer-calls.tsx";
import { signedIn } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { Closed } from "./closed.tsx";

const holder = { holderType: "user", holderId: 4 } as const;

function Reached() {
  const { pathname, state } = useLocation();
  return <output>{JSON.stringify({ pathname, state: state as unknown })}</output>;
}

beforeEach(async () => {
  await signedIn();
  answerCalls(() => ({}));
  return () => vi.unstubAllGlobals();
});

test("the new ticket is about the closed one", async () => {
  await showWithCalls(
    <>
      <Closed {...{ holder, id: 7, title: "A fee", readOnly: false }} />
      <Reached />
    </>,
  );
  await page.getByRole("link", { name: t("tickets.new.action") }).click();
  const reached = { pathname: "/en/tickets/new", state: { path: "/tickets/7", title: "A fee" } };
  await expect.poll(() => JSON.parse(document.querySelector("output")?.textContent ?? "{}")).toEqual(reached);
});
