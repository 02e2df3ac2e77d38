/** Search in all conversations: older messages are searched by themselves until a page is full, then on request. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { ConversationList } from "./conversation-list.tsx";

const message = (number: number) => ({
  number,
  key: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  change: number,
  operator: null,
  creator_id: 4,
  client: { type: "user", id: 4 },
  name: "Anna",
  author: "Anna",
  by_staff: false,
  text: `message ${number}`,
  files: [],
  reply_to: null,
  ticket_id: null,
  created_at: new Date(Date.UTC(2026, 0, 1) + number * 600_000).toISOString(),
  edited_at: null,
  deleted_at: null,
});
const pageOf = (from: number, to: number, nextCursor: string | null) =>
  Response.json({
    messages: Array.from({ length: from - to + 1 }, (_, place) => message(from - place)),
    nextCursor,
  });

// The call is answered in place of the server: test files share the page, so no module may be replaced.
const asked: { cursor: string | null; answer: (response: Response) => void }[] = [];
beforeAll(() => {
  vi.stubGlobal("fetch", (address: string) => {
    const { pathname, searchParams } = new URL(address, location.origin);
    // People and companies are searched beside the messages.
    if (!pathname.endsWith("/chat/search"))
      return Promise.resolve(Response.json({ users: [], companies: [], count: 0, nextCursor: null }));
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push({ cursor: searchParams.get("cursor"), answer: resolve });
    return promise;
  });
});
afterAll(() => vi.unstubAllGlobals());

const conversations = { data: { rows: [] }, hasNextPage: false } as unknown as Parameters<
  typeof ConversationList
>[0]["query"];
const found = () => page.getByRole("listitem").elements().length;

test("a search that found too little in the newest messages goes on in older ones", async () => {
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <ConversationList query={conversations} part="all" onPart={vi.fn()} current={undefined} onOpen={vi.fn()} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await page.getByRole("searchbox", { name: t("admin.chats.searchAll") }).fill("message");
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.answer(pageOf(0, 1, "older"));
  await expect.poll(() => asked.map(({ cursor }) => cursor)).toEqual([null, "older"]);
  // Nothing was found yet, which is not that there is nothing.
  await expect.element(page.getByRole("status")).toMatchTextContent(t("ui.state.loading"));
  asked[1]?.answer(pageOf(150, 101, "next"));
  await expect.poll(found).toBe(50);
  await page.getByRole("button", { name: t("ui.action.showMore") }).click();
  await expect.poll(() => asked.map(({ cursor }) => cursor)).toEqual([null, "older", "next"]);
  asked[2]?.answer(pageOf(100, 90, null));
  await expect.poll(found).toBe(61);
  await expect.element(page.getByRole("button", { name: t("ui.action.showMore") })).not.toBeInTheDocument();
  expect(asked).toHaveLength(3);
  // Messages were searched, not the list of conversations.
  await page.getByRole("searchbox", { name: t("admin.chats.searchAll") }).fill("absent");
  await expect.poll(() => asked.length).toBe(4);
  asked[3]?.answer(pageOf(0, 1, null));
  await expect.element(page.getByText(t("chats.searchNone"))).toBeVisible();
});
