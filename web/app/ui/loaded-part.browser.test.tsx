/** A part that is loaded when it is first shown. */
import { Component, type ReactNode, useEffect } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { loadedPart } from "./loaded-part.tsx";
import { show } from "./testing/show.tsx";

const Greeting = ({ name }: { name: string }) => <p>Welcome, {name}</p>;

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? <p>It could not be loaded</p> : this.props.children;
  }
}

test("shows what it waits with until it is loaded, and is there at once from then on", async () => {
  const loaded = Promise.withResolvers<{ default: typeof Greeting }>();
  let loads = 0;
  const Part = loadedPart(
    () => {
      loads += 1;
      return loaded.promise;
    },
    ({ name }: { name: string }) => <p>Wait, {name}</p>,
  );
  await show(<Part name="Anna" />);
  await expect.element(page.getByText("Wait, Anna")).toBeVisible();
  loaded.resolve({ default: Greeting });
  await expect.element(page.getByText("Welcome, Anna")).toBeVisible();
  await show(<Part name="Boris" />);
  expect(page.getByText("Wait, Boris").query()).toBeNull();
  await expect.element(page.getByText("Welcome, Boris")).toBeVisible();
  expect(loads).toBe(1);
});

test("is shown also if it arrives between its first rendering and the effects of that", async () => {
  type Loaded = { default: typeof Greeting };
  let arrive: () => void = () => undefined;
  const loading = {
    // oxlint-disable-next-line unicorn/no-thenable -- arrives at a moment that a promise cannot be given
    then(take: (loaded: Loaded) => void) {
      const taken = Promise.withResolvers<void>();
      arrive = () => {
        take({ default: Greeting });
        taken.resolve();
      };
      return taken.promise;
    },
  };
  const Part = loadedPart(
    () => loading as unknown as Promise<Loaded>,
    ({ name }: { name: string }) => {
      // Before the effect of the part, which is above.
      useEffect(() => arrive(), []);
      return <p>Wait, {name}</p>;
    },
  );
  void Part.load();
  await show(<Part name="Anna" />);
  await expect.element(page.getByText("Welcome, Anna")).toBeVisible();
});

test("what cannot be loaded is an error of the page, and is tried again when it is shown again", async () => {
  let isAway = true;
  const Part = loadedPart(async () => {
    if (isAway) throw new Error("away");
    return { default: Greeting };
  });
  const shown = (
    <Boundary>
      <Part name="Anna" />
    </Boundary>
  );
  await show(shown);
  await expect.element(page.getByText("It could not be loaded")).toBeVisible();
  isAway = false;
  await show(shown);
  await expect.element(page.getByText("Welcome, Anna")).toBeVisible();
});

test.each([
  ["asked for without a connection", false],
  ["lost on its way with the connection", true],
])("what is %s leaves the page as it is, and comes when the line is back", async (_, wasOnline) => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(wasOnline);
  const load = vi.fn<() => Promise<{ default: typeof Greeting }>>().mockResolvedValue({ default: Greeting });
  if (wasOnline)
    load.mockImplementationOnce(() => {
      online.mockReturnValue(false);
      return Promise.reject(new Error("away"));
    });
  const Part = loadedPart(load);
  try {
    await show(
      <Boundary>
        <p>What was typed</p>
        <Part name="Anna" />
      </Boundary>,
    );
    await expect.element(page.getByText("What was typed")).toBeVisible();
    // Not tried without a connection: the browser would give each later attempt the same answer.
    expect(load).toHaveBeenCalledTimes(wasOnline ? 1 : 0);
    online.mockReturnValue(true);
    dispatchEvent(new Event("online"));
    await expect.element(page.getByText("Welcome, Anna")).toBeVisible();
    await expect.element(page.getByText("What was typed")).toBeVisible();
  } finally {
    online.mockRestore();
  }
});
