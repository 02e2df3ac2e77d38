/** A refusal stays until its cause is touched, in every form alike. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CorrectDialog } from "../../documents/staff/correct-dialog.tsx";
import { NavCorrection } from "../../funds/staff/nav-correction.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { ViewAsButton } from "../../view-as/staff/view-as-button.tsx";
import { signedIn, signedOut } from "../testing/signed-in.ts";
import { ApiProvider, errorText, fieldErrorTexts } from "./api.tsx";
import { useChange } from "./use-change.ts";

type Refusal = { status: number; code: string; errors?: { path: string; code: string }[] } | "away";
/** Answers to the writing calls in turn; then they succeed. */
let refusals: Refusal[];
let headers: Record<string, string>;

beforeEach(async () => {
  await signedIn({ id: 1, role: "admin" });
  refusals = [];
  headers = {};
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.method === "GET") return Response.json({ types: [], data: { types: [] } });
    const refusal = refusals.shift();
    if (refusal === "away") throw new TypeError("Failed to fetch");
    if (refusal) return Response.json({ ...refusal, title: refusal.code }, { status: refusal.status, headers });
    return Response.json({});
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const shown = (children: ReactNode) => show(<Pages>{children}</Pages>);
function Pages({ children }: { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider base={location.origin}>{children}</ApiProvider>
    </QueryClientProvider>
  );
}

/** Two fields that the server may refuse, and what it says besides. */
function Form({ label }: { label: string }) {
  const save = useChange((api) => api.users.assign({ params: { id: 1 }, body: { admin_id: null } }));
  const refused = fieldErrorTexts(t, save.error);
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {["first", "second"].map((name) => (
        <p key={name}>
          <input aria-label={`${label} ${name}`} name={name} aria-invalid={refused[name] !== undefined} />
          {refused[name] && <span data-testid={name}>{refused[name]}</span>}
        </p>
      ))}
      {save.error && Object.keys(refused).length === 0 && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <button type="submit">{`Save ${label}`}</button>
    </form>
  );
}
const alertShown = () => page.getByRole("alert");
const field = (name: string) => page.getByRole("textbox", { name });
const save = (label: string) => page.getByRole("button", { name: `Save ${label}` });

test("stays while another form is filled in, or the field is only left, and goes when a field of its own is edited", async () => {
  await shown([<Form key="one" label="One" />, <Form key="two" label="Two" />]);
  await field("One first").fill("kept");
  refusals = [{ status: 403, code: "forbidden" }];
  await userEvent.keyboard("{Enter}");
  await expect.element(alertShown()).toHaveTextContent(t("error.forbidden"));
  await field("Two first").fill("elsewhere");
  await userEvent.keyboard("{Tab}");
  await expect.element(alertShown()).toBeVisible();
  await field("One second").fill("x");
  await expect.element(alertShown()).not.toBeInTheDocument();
  await expect.element(field("One first")).toHaveValue("kept");
});

test("the server's error of a field goes with the edit of that field alone", async () => {
  await shown(<Form label="One" />);
  refusals = [
    {
      status: 400,
      code: "badInput",
      errors: [
        { path: "first", code: "tooLong" },
        { path: "second", code: "required" },
      ],
    },
  ];
  await save("One").click();
  await expect.element(page.getByTestId("first")).toBeVisible();
  await field("One second").fill("there");
  await expect.element(page.getByTestId("second")).not.toBeInTheDocument();
  await expect.element(page.getByTestId("first")).toBeVisible();
  await field("One first").fill("short");
  await expect.element(page.getByTestId("first")).not.toBeInTheDocument();
});

test("goes when something else of the same form succeeds, not when another form does", async () => {
  function Two() {
    const discard = useChange((api) => api.users.assign({ params: { id: 1 }, body: { admin_id: null } }));
    return (
      <Section title="Client">
        <Form label="One" />
        <button type="button" onClick={() => discard.mutate()}>
          Discard
        </button>
      </Section>
    );
  }
  await shown([<Two key="client" />, <Form key="other" label="Other" />]);
  refusals = [{ status: 403, code: "forbidden" }];
  await save("One").click();
  await expect.element(alertShown()).toBeVisible();
  await save("Other").click();
  await vi.waitFor(() => expect(refusals).toEqual([]));
  await expect.element(alertShown()).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(alertShown()).not.toBeInTheDocument();
});

test("a lost connection goes with its return; a limit stays while one types, for as long as it lasts", async () => {
  await shown(<Form label="One" />);
  refusals = ["away"];
  await save("One").click();
  await expect.element(alertShown()).toHaveTextContent(t("ui.error.offline"));
  dispatchEvent(new Event("online"));
  await expect.element(alertShown()).not.toBeInTheDocument();

  refusals = [{ status: 429, code: "tooManyRequests" }];
  headers = { "retry-after": "3" };
  await save("One").click();
  await expect.element(alertShown()).toBeVisible();
  await field("One first").fill("again");
  await expect.element(alertShown()).toBeVisible();
  await expect.element(alertShown()).not.toBeInTheDocument();
});

test("a newer state is not cured by typing; the dialog opened again begins without it", async () => {
  function Opened() {
    const [isOpen, setOpen] = useState(false);
    const take = useChange((api) => api.users.assign({ params: { id: 1 }, body: { admin_id: null } }));
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Take" savesDraft>
          <input aria-label="Why" />
          {take.error && <Notice tone="failed">{errorText(t, take.error)}</Notice>}
          <button type="button" onClick={() => take.mutate()}>
            Take it
          </button>
        </Dialog>
      </>
    );
  }
  await shown(<Opened />);
  refusals = [{ status: 409, code: "stateConflict" }];
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Take it" }).click();
  await expect.element(alertShown()).toBeVisible();
  await field("Why").fill("because");
  await expect.element(alertShown()).toBeVisible();
  await page.getByRole("button", { name: t("ui.action.close") }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await expect.element(alertShown()).not.toBeInTheDocument();
});

test("view-as: a refusal goes with the next letter of the reason, and with the dialog", async () => {
  await shown(
    <ViewAsButton holder={{ holderType: "user", holderId: 4 }} name="Ivan" state="postKYC" clientNumber={null} />,
  );
  const open = () => page.getByRole("button", { name: t("admin.viewAs.open") }).click();
  const begin = () => page.getByRole("button", { name: t("admin.viewAs.begin") }).click();
  const reason = () => page.getByRole("textbox", { name: t("admin.viewAs.reason") });
  refusals = [
    { status: 403, code: "forbidden" },
    { status: 403, code: "forbidden" },
  ];
  await open();
  await reason().fill("A call about fees");
  await begin();
  await expect.element(alertShown()).toHaveTextContent(t("error.forbidden"));
  await reason().fill("A call about fees today");
  await expect.element(alertShown()).not.toBeInTheDocument();
  await begin();
  await expect.element(alertShown()).toBeVisible();
  await page.getByRole("button", { name: t("ui.action.close") }).click();
  await page.getByRole("button", { name: t("ui.typed.discard") }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await open();
  await expect.element(reason()).toBeVisible();
  await expect.element(alertShown()).not.toBeInTheDocument();
});

test("a document's correction: each refused field keeps its reason until it is edited", async () => {
  await shown(
    <CorrectDialog
      holder={{ holderType: "user", holderId: 4 }}
      document={{ id: 1, title: "Passport", type: "identity", valid_until: "2030-01-01" }}
      onClose={() => undefined}
    />,
  );
  refusals = [
    {
      status: 400,
      code: "badInput",
      errors: [
        { path: "title", code: "unprintable" },
        { path: "valid_until", code: "inPast" },
      ],
    },
  ];
  await page.getByRole("button", { name: t("admin.documents.correctSave") }).click();
  await expect.element(page.getByText(t("field.unprintable"))).toBeVisible();
  await page.getByLabelText(t("documents.list.validUntil")).fill("2031-01-01");
  await expect.element(page.getByText(t("field.inPast"))).not.toBeInTheDocument();
  await expect.element(page.getByText(t("field.unprintable"))).toBeVisible();
  await field(t("documents.list.title")).fill("Passport 2");
  await expect.element(page.getByText(t("field.unprintable"))).not.toBeInTheDocument();
});

test("a NAV's correction: the reason of a refusal goes when its value is edited, what was typed stays", async () => {
  await shown(
    <NavCorrection
      fund={{ id: 1, currency: "EUR", corrections: [] } as never}
      series={{ days: ["2026-01-05"], values: ["10"] } as never}
    />,
  );
  refusals = [{ status: 403, code: "forbidden" }];
  await page.getByLabelText(t("admin.funds.navDay")).fill("2026-01-05");
  await field(t("admin.funds.correctValue", { currency: "EUR" })).fill("11");
  await field(t("admin.funds.correctionReason")).fill("A typing error");
  await page.getByRole("button", { name: t("admin.funds.correct") }).click();
  await expect.element(alertShown()).toHaveTextContent(t("error.forbidden"));
  await field(t("admin.funds.correctValue", { currency: "EUR" })).fill("12");
  await expect.element(alertShown()).not.toBeInTheDocument();
  await expect.element(field(t("admin.funds.correctionReason"))).toHaveValue("A typing error");
});
