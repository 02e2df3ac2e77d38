/** Pages of tickets. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "tickets",
    file: "tickets/tickets.page.tsx",
    texts: ["tickets"],
    navigation: { order: 70, icon: "ticket", label: "shell.nav.tickets" },
  },
  { side: "client", path: "tickets/new", file: "tickets/new-ticket.page.tsx", texts: ["tickets"] },
  // Browser tests of their own open a ticket.
  { side: "client", path: "tickets/:id", file: "tickets/ticket.page.tsx", texts: ["tickets"], examples: [] },
  {
    side: "staff",
    path: "tickets",
    file: "tickets/staff/ticket-queue.page.tsx",
    texts: ["tickets"],
    help: "tickets",
    navigation: { order: 40, icon: "ticket", label: "admin.nav.tickets" },
  },
  {
    side: "staff",
    path: "tickets/mails",
    file: "tickets/staff/mails.page.tsx",
    texts: ["tickets"],
    help: "tickets",
    found: { label: "admin.mails.title" },
  },
  {
    side: "staff",
    path: "tickets/report",
    file: "tickets/staff/ticket-report.page.tsx",
    texts: ["tickets"],
    help: "tickets",
    found: { label: "admin.ticketReport.title", level: "admin" },
    examples: ["/admin/tickets/report?by=week"],
  },
  {
    side: "holder",
    path: "tickets",
    file: "tickets/staff/holder-tickets.page.tsx",
    texts: ["tickets"],
    help: "tickets",
    section: { order: 70, label: "admin.holder.section.tickets", ofStaff: true },
  },
  {
    side: "holder",
    path: "tickets/new",
    file: "tickets/staff/new-for-client.page.tsx",
    texts: ["tickets"],
    help: "tickets",
    found: { label: "admin.search.newTicket", as: "action" },
  },
  // The client's figures are beside what they wrote.
  {
    side: "holder",
    path: "tickets/:ticketId",
    file: "tickets/staff/staff-ticket.page.tsx",
    texts: ["tickets", "portfolios"],
    help: "tickets",
    examples: [],
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "tickets",
    group: "clients",
    order: 50,
    title: "admin.settings.ticketRules",
    about: "admin.settings.about.tickets",
    names: ["ticketRules"],
  },
] as const satisfies readonly SettingsSection[];

const ticket = { to: "/tickets/:target?company=:company", label: "notifications.goTicket" } as const;
export const notifications = {
  ticket_opened: ticket,
  ticket_answered: ticket,
  ticket_resolved: ticket,
  ticket_closed: ticket,
  client_ticket: { to: "/admin/:profile/:target/tickets/:ticket", label: "notifications.goTicket" },
} satisfies NotificationLinks;
