/** All routes, in each language: `/bg`, `/en`, `/pl`. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

type TextChunk =
  | "forms"
  | "portfolios"
  | "documents"
  | "contracts"
  | "funds"
  | "accounts"
  | "money"
  | "tickets"
  | "chats"
  | "users"
  | "verification"
  | "content"
  | "help"
  | "sessions";

/** The pages of one language. Ids include the language, because the same file serves all three. */
function pages(language: Language): RouteConfigEntry[] {
  const shell = (file: string, id: string, children: RouteConfigEntry[][]) =>
    layout(`shell/${file}`, { id: `${language}:${id}` }, children.flat());
  /** `under` is the path of the parent route, for the id. */
  const page = (path: string, file: string, under = "") => {
    requireFile(file);
    const id = `${language}${under}/${path}`;
    return [path === "" ? index(file, { id }) : route(path, file, { id })];
  };
  /** Pages with their own chunk of texts. */
  const texts = (chunk: TextChunk, under: string, children: RouteConfigEntry[][]) => [
    layout(`shell/languages/${chunk}.${language}.tsx`, { id: `${language}${under}:${chunk}` }, children.flat()),
  ];

  const holderPages = [
    texts("portfolios", "/admin/holder", [
      page("profile", "users/staff/user.page.tsx", "/admin/holder"),
      page("portfolio", "portfolios/staff/holder-portfolio.page.tsx", "/admin/holder"),
    ]),
    texts("accounts", "/admin/holder", [
      page("accounts", "bank-accounts/staff/holder-accounts.page.tsx", "/admin/holder"),
    ]),
    // The timeline names parts of forms.
    texts("forms", "/admin/holder", [page("activity", "timeline/staff/holder-activity.page.tsx", "/admin/holder")]),
    texts("tickets", "/admin/holder", [
      page("tickets", "tickets/staff/holder-tickets.page.tsx", "/admin/holder"),
      page("tickets/new", "tickets/staff/new-for-client.page.tsx", "/admin/holder"),
      // The client's figures are beside what they wrote.
      texts("portfolios", "/admin/holder:tickets", [
        page("tickets/:ticketId", "tickets/staff/staff-ticket.page.tsx", "/admin/holder"),
      ]),
    ]),
    texts("documents", "/admin/holder", [
      page("documents", "documents/staff/holder-documents.page.tsx", "/admin/holder"),
      page("folder", "sharepoint/staff/holder-folder.page.tsx", "/admin/holder"),
      texts("contracts", "/admin/holder:documents", [
        page("contracts", "contracts/staff/holder-contracts.page.tsx", "/admin/holder"),
        page("contracts/new", "contracts/staff/send.page.tsx", "/admin/holder"),
        page("contracts/:contractId", "contracts/staff/staff-contract.page.tsx", "/admin/holder"),
      ]),
      // The review shows files in the same viewer.
      texts("forms", "/admin/holder:documents", [page("review", "forms/staff/review.page.tsx", "/admin/holder")]),
    ]),
  ];

  return [
    index("shell/home.tsx", { id: `${language}/` }),
    ...texts("sessions", "", [
      [
        shell("landing-layout.tsx", "landing", [
          page("login", "sessions/login.page.tsx"),
          page("register", "sessions/register.page.tsx"),
          page("verify", "sessions/verify.page.tsx"),
          page("reset", "sessions/reset-request.page.tsx"),
          page("reset/:user", "sessions/reset.page.tsx"),
        ]),
      ],
    ]),
    shell("default-layout.tsx", "default", [
      texts("portfolios", "", [
        page("dashboard", "portfolios/dashboard.page.tsx"),
        page("portfolio", "portfolios/portfolio.page.tsx"),
      ]),
      texts("accounts", "", [
        page("money/accounts", "bank-accounts/accounts.page.tsx"),
        // Kinds of movements, and why a figure is missing.
        texts("portfolios", ":accounts", [texts("money", ":accounts", [page("money", "money/money.page.tsx")])]),
      ]),
      texts("forms", "", [page("form/KYC", "forms/form.page.tsx")]),
      texts("documents", "", [
        page("documents", "documents/documents.page.tsx"),
        page("documents/folder", "sharepoint/shared-folder.page.tsx"),
        // Contracts are read in the same viewer.
        texts("contracts", ":documents", [
          page("contracts", "contracts/contracts.page.tsx"),
          page("contracts/propose/:type", "contracts/propose.page.tsx"),
          page("contracts/:id", "contracts/contract.page.tsx"),
        ]),
      ]),
      texts("funds", "", [
        page("target", "funds/target.page.tsx"),
        page("target/funds", "funds/funds.page.tsx"),
        page("target/funds/:id", "funds/fund.page.tsx"),
        page("target/:id", "funds/definition.page.tsx"),
      ]),
      texts("chats", "", [page("chat", "chats/chat.page.tsx")]),
      texts("tickets", "", [
        page("tickets", "tickets/tickets.page.tsx"),
        page("tickets/new", "tickets/new-ticket.page.tsx"),
        page("tickets/:id", "tickets/ticket.page.tsx"),
      ]),
      page("notifications", "notifications/notifications.page.tsx"),
      texts("users", "", [page("profile", "users/profile.page.tsx")]),
    ]),
    route(
      "admin",
      `shell/languages/admin.${language}.tsx`,
      { id: `${language}:admin` },
      [
        page("", "users/staff/user-list.page.tsx", "/admin"),
        page("dashboard", "shell/staff/staff-dashboard.page.tsx", "/admin"),
        page("companies", "companies/staff/company-list.page.tsx", "/admin"),
        page("reviews", "forms/staff/reviews.page.tsx", "/admin"),
        texts("tickets", "/admin", [
          page("tickets", "tickets/staff/ticket-queue.page.tsx", "/admin"),
          page("tickets/mails", "tickets/staff/mails.page.tsx", "/admin"),
          page("tickets/report", "tickets/staff/ticket-report.page.tsx", "/admin"),
          // The settings of business hours name the holidays; those of fees show how they are charged.
          texts("content", "/admin:tickets", [
            page("settings/:section?", "settings/staff/settings.page.tsx", "/admin"),
          ]),
        ]),
        page("tasks", "shell/staff/former-tasks.tsx", "/admin"),
        page("proposals", "proposals/staff/proposals.page.tsx", "/admin"),
        page("analytics", "analytics/staff/analytics.page.tsx", "/admin"),
        // What concerns the reader is on both sides of the portal.
        page("notifications", "notifications/notifications.page.tsx", "/admin"),
        texts("users", "/admin", [page("profile", "users/profile.page.tsx", "/admin")]),
        texts("chats", "/admin", [
          texts("portfolios", "/admin:chats", [page("chats", "chats/staff/chats.page.tsx", "/admin")]),
        ]),
        texts("funds", "/admin", [
          page("target", "funds/staff/definitions.page.tsx", "/admin"),
          page("target/new", "funds/staff/definition.page.tsx", "/admin"),
          page("target/funds", "funds/staff/funds.page.tsx", "/admin"),
          page("target/funds/:id", "funds/staff/fund.page.tsx", "/admin"),
          page("target/joins", "funds/staff/joins.page.tsx", "/admin"),
          page("target/:id", "funds/staff/definition.page.tsx", "/admin"),
        ]),
        texts("content", "/admin", [
          page("content", "content/staff/content-list.page.tsx", "/admin"),
          page("content/:page", "content/staff/content-editor.page.tsx", "/admin"),
        ]),
        texts("help", "/admin", [page("help/:subject?", "help/staff/help.page.tsx", "/admin")]),
        texts("portfolios", "/admin", [
          page("imports", "imports/staff/imports.page.tsx", "/admin"),
          page("requests", "portfolios/staff/requests.page.tsx", "/admin"),
        ]),
        texts("accounts", "/admin", [page("accounts", "bank-accounts/staff/new-accounts.page.tsx", "/admin")]),
        texts("documents", "/admin", [
          page("documents", "documents/staff/batches.page.tsx", "/admin"),
          page("documents/:id", "documents/staff/batch.page.tsx", "/admin"),
          texts("contracts", "/admin:documents", [
            page("contracts", "contracts/staff/contract-queue.page.tsx", "/admin"),
            page("contracts/templates", "contracts/staff/templates.page.tsx", "/admin"),
            page("contracts/templates/:type", "contracts/staff/template.page.tsx", "/admin"),
            page("contracts/templates/:type/send", "contracts/staff/bulk-start.page.tsx", "/admin"),
            page("contracts/sendings", "contracts/staff/bulks.page.tsx", "/admin"),
            page("contracts/sendings/:id", "contracts/staff/bulk.page.tsx", "/admin"),
          ]),
        ]),
        route(
          ":profileMode/:id",
          "holders/staff/holder-layout.tsx",
          { id: `${language}/admin/holder` },
          holderPages.flat(),
        ),
      ].flat(),
    ),
    shell("learn-more-layout.tsx", "learn-more", [
      texts("funds", "/learn-more", [
        page("learn-more/target", "funds/learn-target.page.tsx"),
        page("learn-more/target/:id", "funds/learn-definition.page.tsx"),
      ]),
      texts("content", "", [
        page("learn-more/fees", "content/fees.page.tsx"),
        page("learn-more/treasury", "content/treasury.page.tsx"),
        page("learn-more/terms", "content/terms.page.tsx"),
        page("learn-more/privacy", "content/privacy.page.tsx"),
      ]),
      texts("verification", "", [page("verify-contract", "verification/verify-contract.page.tsx")]),
    ]),
    shell("unknown-address-layout.tsx", "unknown", [[route("*", "shell/not-found.tsx", { id: `${language}/*` })]]),
  ];
}

/** A page that the site map names and that does not exist stops the build. */
function requireFile(file: string): void {
  if (!existsSync(join(import.meta.dirname, file))) throw new Error(`The site map names ${file}, which does not exist`);
}

export default [
  ...languages.map((language) => route(language, `shell/languages/${language}.tsx`, { id: language }, pages(language))),
  route("*", "shell/unprefixed.tsx"),
] satisfies RouteConfig;
