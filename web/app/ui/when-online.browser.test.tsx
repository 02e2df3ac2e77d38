/** Waiting for the connection. */
import { expect, test, vi } from "vitest";
import { whenOnline } from "./when-online.ts";

test("waits until the server answers, not only until the browser says that it is online", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const request = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response());
  request.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  try {
    const over = vi.fn<() => void>();
    const waited = whenOnline().then(over);
    expect(request).not.toHaveBeenCalled();
    online.mockReturnValue(true);
    dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
    expect(over).not.toHaveBeenCalled();
    await waited;
    expect(request).toHaveBeenCalledTimes(2);
  } finally {
    request.mockRestore();
    online.mockRestore();
  }
});

test("asks nothing while the browser is online", async () => {
  const request = vi.spyOn(globalThis, "fetch");
  try {
    await whenOnline();
    expect(request).not.toHaveBeenCalled();
  } finally {
    request.mockRestore();
  }
});
