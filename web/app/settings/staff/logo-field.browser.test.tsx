/** The firm's logo: chosen, refused, removed, and an upload that ends after its section was left. */
import { ApiError } from "@portico/api/errors.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { LogoField } from "./logo-field.tsx";

const uploads: PromiseWithResolvers<{ logo: string }>[] = [];
const bodies: unknown[] = [];
// Other test files share the page, and with it this module: all but the client stays as it is.
vi.mock("../../shell/api.tsx", async (original) => ({
  ...(await original<typeof import("../../shell/api.tsx")>()),
  useApi: () => ({
    settings: {
      uploadLogo: ({ body }: { body: unknown }) => {
        bodies.push(body);
        const upload = Promise.withResolvers<{ logo: string }>();
        uploads.push(upload);
        return upload.promise;
      },
    },
  }),
}));

const changed = vi.fn();
function Setting() {
  const [logo, setLogo] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(true);
  return (
    <QueryClientProvider client={new QueryClient()}>
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
  uploads[0]?.resolve({ logo: "abc" });
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
  uploads[0]?.resolve({ logo: "abc" });
  // The answer's own steps are over.
  await new Promise((done) => setTimeout(done));
  expect(changed).not.toHaveBeenCalled();
});

test("a refused or too large picture says so, and another can be chosen", async () => {
  await show(<Setting />);
  await choose();
  await sent();
  uploads[0]?.reject(
    new ApiError({ code: "fileRefused", status: 400, errors: [{ path: "base64data", code: "refusedType" }] }),
  );
  await expect.element(page.getByRole("alert")).toMatchTextContent(t("admin.settings.fault.logoType"));
  drop(picture(10 * 1024 * 1024 + 1));
  await expect.element(page.getByRole("alert")).toMatchTextContent(t("field.fileTooBig").replaceAll("\u00a0", " "));
  expect(uploads).toHaveLength(1);
  await expect.element(chooser()).toBeEnabled();
});
