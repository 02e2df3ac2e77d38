/** The firm's logo: chosen, refused, removed, and an upload that ends after its section was left. */
import type { Problem } from "@portico/api/errors.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { LogoField } from "./logo-field.tsx";

// The call is answered in place of the server: test files share the page, so no module may be replaced.
const uploads: PromiseWithResolvers<Response>[] = [];
const bodies: unknown[] = [];
const queries = new QueryClient();
beforeAll(() => {
  vi.stubGlobal("fetch", (_address: unknown, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    const upload = Promise.withResolvers<Response>();
    uploads.push(upload);
    return upload.promise;
  });
});
afterAll(() => vi.unstubAllGlobals());
const arrived = () => Response.json({ logo: "abc" });

const changed = vi.fn();
function Setting() {
  const [logo, setLogo] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(true);
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider base={location.origin}>
        {isOpen && (
          <LogoField
            logo={logo}
            firm="Portico"
            readOnly={false}
            error={undefined}
            onChange={(next) => {
              changed(next);
              setLogo(next);
            }}
          />
        )}
        <button type="button" onClick={() => setOpen(false)}>
          Another section
        </button>
      </ApiProvider>
    </QueryClientProvider>
  );
}
const chooser = () => page.getByLabelText(t("admin.settings.logoChoose"));
const picture = (size: number) => new File([new Uint8Array(size)], "logo.png", { type: "image/png" });
const choose = () => userEvent.upload(chooser(), picture(3));
/** A large file takes its time through the browser's protocol, none when it is dropped. */
function drop(file: File) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  chooser()
    .element()
    .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}
const sent = () => expect.poll(() => uploads.length).toBe(1);

beforeEach(() => {
  uploads.length = 0;
  bodies.length = 0;
  changed.mockClear();
});

test("a chosen logo is sent, and taken once it has arrived; it is removed again", async () => {
  await show(<Setting />);
  await choose();
  await sent();
  expect(bodies).toEqual([{ base64data: "AAAA" }]);
  await expect.element(page.getByRole("status")).toMatchTextContent(t("admin.settings.logoSending"));
  // One at a time.
  await expect.element(chooser()).not.toBeInTheDocument();
  uploads[0]?.resolve(arrived());
  await expect.element(page.getByAltText(t("admin.settings.logoAlt", { firm: "Portico" }))).toBeInTheDocument();
  expect(changed).toHaveBeenCalledExactlyOnceWith("abc");
  await page.getByRole("button", { name: t("admin.settings.logoRemove") }).click();
  expect(changed).toHaveBeenLastCalledWith(null);
  await expect.element(chooser()).toHaveFocus();
});

test("a logo that arrives after its section was left changes nothing", async () => {
  await show(<Setting />);
  await choose();
  await sent();
  await page.getByRole("button", { name: "Another section" }).click();
  await expect.element(page.getByRole("group")).not.toBeInTheDocument();
  uploads[0]?.resolve(arrived());
  await expect.poll(() => queries.isMutating()).toBe(0);
  expect(changed).not.toHaveBeenCalled();
});

test("a refused or too large picture says so, and another can be chosen", async () => {
  await show(<Setting />);
  await choose();
  await sent();
  const problem: Problem = {
    type: "about:blank",
    title: "fileRefused",
    status: 422,
    code: "fileRefused",
    errors: [{ path: "base64data", code: "refusedType" }],
  };
  uploads[0]?.resolve(Response.json(problem, { status: 422 }));
  await expect.element(page.getByRole("alert")).toMatchTextContent(t("admin.settings.fault.logoType"));
  drop(picture(10 * 1024 * 1024 + 1));
  await expect.element(page.getByRole("alert")).toMatchTextContent(t("field.fileTooBig").replaceAll("\u00a0", " "));
  expect(uploads).toHaveLength(1);
  await expect.element(chooser()).toBeEnabled();
});
