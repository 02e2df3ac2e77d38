/** Waiting for the connection, and for the server. */
import { afterEach, expect, test, vi } from "vitest";
import { askServerNow, whenAnswered, whenOnline } from "./when-online.ts";

afterEach(() => void vi.restoreAllMocks());

const away = new TypeError("Failed to fetch");

test("waits until the server answers, not only until the browser says that it is online", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const request = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response());
  request.mockRejectedValueOnce(away);
  const over = vi.fn<() => void>();
  const waited = whenOnline().then(over);
  expect(request).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
  expect(over).not.toHaveBeenCalled();
  await waited;
  expect(request).toHaveBeenCalledTimes(2);
});

test("asks nothing while the browser is online", async () => {
  const request = vi.spyOn(globalThis, "fetch");
  await whenOnline();
  expect(request).not.toHaveBeenCalled();
});

test("a server that is away, or behind a proxy that says so, is awaited although the browser is online", async () => {
  const request = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 404 }));
  request.mockRejectedValueOnce(away).mockResolvedValueOnce(new Response(null, { status: 502 }));
  const over = vi.fn<() => void>();
  const waited = whenAnswered().then(over);
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
  expect(over).not.toHaveBeenCalled();
  // Somebody does not wait for the next time.
  await vi.waitFor(() => {
    askServerNow();
    expect(request).toHaveBeenCalledTimes(2);
  });
  expect(over).not.toHaveBeenCalled();
  await waited;
  expect(request).toHaveBeenCalledTimes(3);
});
