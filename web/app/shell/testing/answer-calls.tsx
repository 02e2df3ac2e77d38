/** A component with the client of the API, whose calls a test answers: files share a page, so no module may be replaced. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import { show } from "../../ui/testing/show.tsx";
import { ApiProvider } from "../calls/api.tsx";

export interface Call {
  method: string;
  path: string;
  /** "?as=holder", or empty. */
  search: string;
  /** Undefined without one, or if it is not JSON. */
  body: unknown;
  /** Length of the body. */
  bytes: number;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Answers with what is returned, as JSON or the whole response; the calls so far are returned. */
export function answerCalls(answer: (call: Call) => unknown): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const content = await request.arrayBuffer();
    const { pathname, search } = new URL(request.url);
    const call: Call = {
      method: request.method,
      path: pathname,
      search,
      body: parsed(new TextDecoder().decode(content)),
      bytes: content.byteLength,
    };
    calls.push(call);
    const givenUp = Promise.withResolvers<never>();
    request.signal.addEventListener("abort", () => givenUp.reject(request.signal.reason));
    const answered = await Promise.race([answer(call), givenUp.promise]);
    return answered instanceof Response ? answered : Response.json(answered ?? {});
  });
  return calls;
}

/** Answers the calls of an upload; others with undefined. Every file gets the next number, from 7 on. */
export function createUploadAnswers(): (call: Call) => object | undefined {
  const sizes = new Map<number, number>();
  return ({ method, path, body, bytes }) => {
    if (!path.startsWith("/upload/")) return undefined;
    const [, , , , upload, part, at] = path.split("/");
    if (upload === "room") return { fileMaxBytes: 100 * 1024 ** 2, usedBytes: 0, maxBytes: 1024 ** 3 };
    if (method === "DELETE") return {};
    const id = upload === undefined ? 7 + sizes.size : Number(upload);
    if (upload === undefined) sizes.set(id, (body as { size: number }).size);
    const offset = part === "finish" ? sizes.get(id) : part === "at" ? Number(at) + bytes : 0;
    return { id, size: sizes.get(id), offset, state: part === "finish" ? "finished" : "open" };
  };
}

/** A refusal as the server words it. */
export const refuse = (status: number, problem: object): Response =>
  Response.json(
    { type: "about:blank", title: "", status, ...problem },
    { status, headers: { "content-type": "application/problem+json" } },
  );

const withCalls = (component: ReactNode) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <ApiProvider base={location.origin}>{component}</ApiProvider>
  </QueryClientProvider>
);
export const showWithCalls = (component: ReactNode) => show(withCalls(component));

interface PlaceOfPage {
  /** As the page's route has it: "/en/tickets/:id". */
  path?: string;
  /** The address that is opened. */
  at?: string;
}

/** A page at its address; nothing is shown at others. Returns where the reader is: the address with its search, and the state. */
export async function showPage(component: ReactNode, { path = "/en", at = path }: PlaceOfPage = {}) {
  const routes = [
    { id: "root", path, element: withCalls(component) },
    { path: "*", element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  await show(<RouterProvider router={router} />, { withRouter: false });
  const now = () => router.state.location;
  return { address: () => `${now().pathname}${now().search}`, state: (): unknown => now().state };
}

const transferOf = (files: readonly File[]): DataTransfer => {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
};
/** True if the page took the files, so that the browser does nothing with them. */
export const paste = (place: Element, ...files: File[]): boolean =>
  !place.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: transferOf(files), bubbles: true, cancelable: true }),
  );
export const dropOn = (place: Element, ...files: File[]): boolean =>
  !place.dispatchEvent(new DragEvent("drop", { dataTransfer: transferOf(files), bubbles: true, cancelable: true }));

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const picture = (name: string): File =>
  new File([Uint8Array.from(atob(pixel), (sign) => sign.charCodeAt(0))], name, { type: "image/png" });
export const pictureBase64 = pixel;
