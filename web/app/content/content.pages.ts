/** Public pages, and the settings of what they show. */
import type { Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  { side: "public", path: "learn-more/fees", file: "content/fees.page.tsx", texts: ["content"] },
  { side: "public", path: "learn-more/treasury", file: "content/treasury.page.tsx", texts: ["content"] },
  { side: "public", path: "learn-more/terms", file: "content/terms.page.tsx", texts: ["content"] },
  { side: "public", path: "learn-more/privacy", file: "content/privacy.page.tsx", texts: ["content"] },
  { side: "public", path: "learn-more/faq", file: "content/faq.page.tsx", texts: ["content"] },
  { side: "public", path: "learn-more/legal", file: "content/legal.page.tsx", texts: ["content"] },
  {
    side: "staff",
    path: "content",
    file: "content/staff/content-list.page.tsx",
    texts: ["content"],
    help: "public-pages",
    navigation: { order: 130, icon: "globe", label: "admin.nav.content" },
  },
  {
    side: "staff",
    path: "content/:page",
    file: "content/staff/content-editor.page.tsx",
    texts: ["content"],
    help: "public-pages",
    examples: ["/admin/content/fees"],
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "fees",
    group: "firm",
    order: 30,
    title: "admin.settings.feeTable",
    about: "admin.settings.about.fees",
    names: ["feeTable"],
    help: "public-pages",
  },
  {
    id: "treasury",
    group: "firm",
    order: 40,
    title: "admin.settings.treasury",
    about: "admin.settings.about.treasury",
    names: ["treasury"],
    help: "public-pages",
  },
] as const satisfies readonly SettingsSection[];
