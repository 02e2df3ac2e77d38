/** Pages of chats. */
import type { FramePart, NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  {
    side: "client",
    path: "chat",
    file: "chats/chat.page.tsx",
    texts: ["chats"],
    navigation: { order: 80, icon: "chat", label: "shell.nav.chat" },
    forNewcomers: true,
  },
  {
    side: "staff",
    path: "chats",
    file: "chats/staff/chats.page.tsx",
    texts: ["chats", "portfolios"],
    help: "chats",
    navigation: { order: 50, icon: "chat", label: "admin.nav.chats" },
    examples: ["/admin/chats", "/admin/chats?part=all&holder=user/4"],
  },
] as const satisfies readonly Page[];

export const settings = [
  { id: "chats", group: "clients", order: 60, title: "admin.settings.chatRules", about: "admin.settings.about.chats" },
] as const satisfies readonly SettingsSection[];

export const notifications = {
  client_chat: { to: "/admin/chats?holder=:profile/:target", label: "notifications.goChat" },
} satisfies NotificationLinks;

export const frame = [
  { place: "bar", order: 20, file: "chats/send-unsent.ts" },
  { place: "besideClientPages", order: 10, file: "chats/chat-launcher.tsx" },
] as const satisfies readonly FramePart[];
