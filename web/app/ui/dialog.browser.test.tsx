/** Dialogs and sheets: focus, closing, and the question before input is lost. */
import { type ComponentProps, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Sheet } from "./sheet.tsx";
import { show, t } from "./testing/show.tsx";

const closed = vi.fn();
type Overlay = typeof Dialog | typeof Sheet;

function Opened({ as: Part = Dialog, ...props }: { as?: Overlay } & Partial<ComponentProps<typeof Dialog>>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    closed();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <Part title="Name" {...(props as object)} opened={isOpen} onClose={close}>
        {props.children ?? (
          <>
            <label>
              First name <input defaultValue="Ana" />
            </label>
            <DialogActions onCancel={close}>
              <button type="button">Save</button>
            </DialogActions>
          </>
        )}
      </Part>
    </>
  );
}
const dialog = () => page.getByRole("dialog", { name: "Name" });
const field = () => page.getByRole("textbox", { name: "First name" });
const opener = () => page.getByRole("button", { name: "Edit" });
const question = () => page.getByText(t("ui.typed.title"));

async function open(part = <Opened />) {
  closed.mockClear();
  await show(part);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
}
async function isClosed() {
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(closed).toHaveBeenCalledTimes(1);
}

afterEach(() => page.viewport(1280, 800));

describe.each([Dialog, Sheet])("a double click on its button", (Part) => {
  test("opens it; a click beside it afterwards closes it", async () => {
    closed.mockClear();
    await show(<Opened as={Part} />);
    // By the mouse alone: what opened covers the button before the second click.
    const button = opener().element().getBoundingClientRect();
    const [x, y] = [button.x + 5, button.y + 5];
    const click = (detail: number) =>
      document
        .elementFromPoint(x, y)
        ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
    click(1);
    await expect.poll(() => document.elementFromPoint(x, y) !== opener().element()).toBe(true);
    click(2);
    await expect.element(dialog()).toBeVisible();
    expect(closed).not.toHaveBeenCalled();
    await new Promise((resolve) => setTimeout(resolve, 600));
    click(1);
    await isClosed();
  });
});

describe("a dialog", () => {
  test("has its title as its name, begins at the first field, and gives the focus back", async () => {
    await open();
    await expect.element(page.getByRole("heading", { level: 2, name: "Name" })).toBeVisible();
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await isClosed();
    await expect.element(opener()).toHaveFocus();
  });

  test("without a field begins at its first button, not at the cross", async () => {
    await open(
      <Opened>
        <button type="button">Yes</button>
      </Opened>,
    );
    await expect.element(page.getByRole("button", { name: "Yes" })).toHaveFocus();
  });

  test("keeps the focus inside", async () => {
    await open();
    for (let press = 0; press < 5; press++) {
      await userEvent.tab();
      expect(dialog().element().contains(document.activeElement)).toBe(true);
    }
  });

  test("is closed by its cross and by cancelling, unless what was asked for is on its way", async () => {
    await open();
    await page.getByRole("button", { name: t("ui.action.close") }).click();
    await isClosed();
    closed.mockClear();
    await opener().click();
    await page.getByRole("button", { name: t("ui.action.cancel") }).click();
    await isClosed();
    await show(
      <DialogActions onCancel={closed} busy>
        {null}
      </DialogActions>,
    );
    await expect.element(page.getByRole("button", { name: t("ui.action.cancel") })).toBeDisabled();
  });

  test("gives the focus back also where it is taken away while open", async () => {
    function Gone() {
      const [step, setStep] = useState(0);
      return (
        <>
          <button type="button" onClick={() => setStep(1)}>
            Edit
          </button>
          {step === 1 && (
            <Dialog opened onClose={() => undefined} title="Name">
              <button type="button" onClick={() => setStep(2)}>
                Save
              </button>
            </Dialog>
          )}
        </>
      );
    }
    await open(<Gone />);
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
  });

  test("a button that was off while it saved has the focus again", async () => {
    const saved = Promise.withResolvers<void>();
    function Saving() {
      const [busy, setBusy] = useState(false);
      const save = async () => {
        setBusy(true);
        await saved.promise;
        setBusy(false);
      };
      return (
        <Dialog opened onClose={() => undefined} title="Name">
          <button type="button" disabled={busy} onClick={() => void save()}>
            Save
          </button>
        </Dialog>
      );
    }
    await show(<Saving />);
    const save = page.getByRole("button", { name: "Save" });
    await save.click();
    await expect.element(save).toBeDisabled();
    saved.resolve();
    await expect.element(save).toHaveFocus();
  });
});

describe.each([
  ["a dialog", Dialog],
  ["a sheet", Sheet],
] as const)("%s with words typed into it", (_, Part) => {
  test("asks before they are lost, and stays where they are kept", async () => {
    await open(<Opened as={Part} />);
    await field().fill("Anna");
    await userEvent.keyboard("{Escape}");
    await expect.element(question()).toBeVisible();
    await expect.element(page.getByRole("button", { name: t("ui.typed.keep") })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(field()).toHaveValue("Anna");
    expect(closed).not.toHaveBeenCalled();
  });

  test("closes where they are discarded", async () => {
    await open(<Opened as={Part} />);
    await field().fill("Anna");
    await page.getByRole("button", { name: t("ui.action.close") }).click();
    await page.getByRole("button", { name: t("ui.typed.discard") }).click();
    await isClosed();
  });

  test("asks nothing where they were put back or emptied", async () => {
    await open(<Opened as={Part} />);
    await field().fill("Anna");
    await field().fill("Ana");
    await userEvent.keyboard("{Escape}");
    await isClosed();
    closed.mockClear();
    await opener().click();
    await field().fill("");
    await userEvent.keyboard("{Escape}");
    await isClosed();
  });
});

test("a dialog whose words are kept as a draft closes unasked", async () => {
  await open(<Opened savesDraft />);
  await field().fill("Anna");
  await userEvent.keyboard("{Escape}");
  await isClosed();
});

test("another choice in a list counts as input, too", async () => {
  await open(
    <Opened>
      <select aria-label="Account" defaultValue="a">
        <option>a</option>
        <option>b</option>
      </select>
    </Opened>,
  );
  await page.getByRole("combobox", { name: "Account" }).selectOptions("b");
  await userEvent.keyboard("{Escape}");
  await expect.element(question()).toBeVisible();
  expect(closed).not.toHaveBeenCalled();
});

/** Its part is loaded when it is first opened. */
function Late({ as: Part }: { as: Overlay }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const openLate = () => {
    setOpen(true);
    setTimeout(() => setWasOpened(true), 50);
  };
  return (
    <>
      <button type="button" onClick={openLate}>
        Edit
      </button>
      {wasOpened && (
        <Part title="Name" opened={isOpen} onClose={() => setOpen(false)}>
          <label>
            First name <input />
          </label>
        </Part>
      )}
    </>
  );
}

test("what is loaded when it is first opened takes the focus, and gives it back, the first time too", async () => {
  for (const part of [Sheet, Dialog]) {
    await show(<Late as={part} />);
    for (const _ of ["the first time", "again"]) {
      await opener().click();
      await expect.element(dialog()).toBeVisible();
      await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
      await userEvent.keyboard("{Escape}");
      await expect.element(dialog()).not.toBeInTheDocument();
      await expect.element(opener()).toHaveFocus();
    }
  }
});

describe("a sheet", () => {
  const isBack = async () => {
    await isClosed();
    await expect.element(opener()).toHaveFocus();
  };

  test("comes from the side on a desk, and closes by Escape with the focus back", async () => {
    await open(<Opened as={Sheet} />);
    const { right, height } = dialog().element().getBoundingClientRect();
    expect([right, height]).toEqual([1280, 800]);
    await userEvent.keyboard("{Escape}");
    await isBack();
  });

  test("comes from below on a phone", async () => {
    await page.viewport(390, 844);
    await open(<Opened as={Sheet} />);
    await expect.poll(() => Math.round(dialog().element().getBoundingClientRect().bottom)).toBe(844);
    const { width, height } = dialog().element().getBoundingClientRect();
    expect(width).toBe(390);
    expect(height).toBeLessThan(844);
  });
});
