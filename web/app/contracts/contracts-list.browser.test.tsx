/** The client's contracts: those to sign apart, what each state is called, and how many wait. */
import type { ContractRow } from "@portico/api/contracts.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, showPage } from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import ContractsPage from "./contracts.page.tsx";
import { contractOf } from "./testing/contract-of.ts";

let contracts: ContractRow[];
beforeEach(async () => {
  await signedIn();
  answerCalls(({ path }) =>
    path.endsWith("/proposable")
      ? [{ type: "mandate", name: "New mandate", language: "en" }]
      : { contracts, nextCursor: null, awaiting: contracts.filter(({ can }) => can.sign).length },
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});
const row = (name: string) => page.getByRole("row").filter({ hasText: name });

test("what awaits the reader is apart with its day, the rest has its state by its name", async () => {
  contracts = [
    contractOf({ id: 1, contract_name: "First", can: { sign: true }, signed: 1, needed: 2 }),
    contractOf({ id: 2, contract_name: "Second", signed: 1, needed: 2 }),
    contractOf({ id: 3, contract_name: "Third", state: "awaitingAdmin", by_admin: false }),
    contractOf({ id: 4, contract_name: "Fourth", state: "approved" }),
    contractOf({ id: 5, contract_name: "Fifth", state: "rejectedByClient", client_reject_msg: "No." }),
    contractOf({ id: 6, contract_name: "Sixth", state: "rejectedByClient" }),
    contractOf({ id: 7, contract_name: "Seventh", state: "rejectedByAdmin", admin_reject_msg: "No." }),
    contractOf({ id: 8, contract_name: "Eighth", state: "rejectedByAdmin" }),
    contractOf({ id: 9, contract_name: "Ninth", state: "rejected" }),
  ];
  await showPage(<ContractsPage />);
  await expect.element(page.getByText(t("contracts.page.awaiting", { count: 1 }))).toBeVisible();
  const first = page.getByRole("listitem").filter({ hasText: "First" });
  await expect.element(first).toMatchTextContent(t("contracts.page.signBy", { day: "20 December 2026" }));
  await expect.element(first).toMatchTextContent(t("contracts.page.signedOf", { signed: 1, needed: 2 }));
  await expect
    .element(page.getByRole("link", { name: `${t("contracts.page.readAndSign")}: First` }))
    .toHaveAttribute("href", "/en/contracts/1");
  await expect.element(row("First")).not.toBeInTheDocument();
  for (const [name, state] of [
    ["Second", t("contracts.state.awaitsOthers")],
    ["Third", t("contracts.state.awaitsFirm")],
    ["Fourth", t("contracts.state.approved")],
    ["Fifth", t("contracts.state.rejectedByClient")],
    ["Sixth", t("contracts.state.withdrawnByClient")],
    ["Seventh", t("contracts.state.rejectedByFirm")],
    ["Eighth", t("contracts.state.withdrawnByFirm")],
    ["Ninth", t("contracts.state.ended")],
  ] as const)
    await expect.element(row(name)).toMatchTextContent(state);
  // A day to sign by only while it can be signed.
  await expect.element(row("Second")).toMatchTextContent("2026-12-20");
  await expect.element(row("Fourth")).not.toMatchTextContent("2026-12-20");
  await expect.element(row("Third")).toMatchTextContent(t("contracts.source.client"));
  await expect
    .element(page.getByRole("link", { name: `${t("contracts.propose.begin")}: New mandate` }))
    .toHaveAttribute("href", "/en/contracts/propose/mandate");
});

test("without any, it says what will be here", async () => {
  contracts = [];
  await showPage(<ContractsPage />);
  await expect.element(page.getByText(t("contracts.list.none"))).toBeVisible();
  await expect.element(page.getByRole("heading", { name: t("contracts.page.toSign") })).not.toBeInTheDocument();
});
