/** What a ticket is called: the requested service in the reader's language, or its title. */
import type { RequestedService } from "@portico/api/tickets.ts";
import { useCallback } from "react";
import { useLanguage } from "../ui/text.tsx";

export function useTicketTitle(): (ticket: { title: string; service: RequestedService }) => string {
  const language = useLanguage();
  return useCallback(({ title, service }) => service?.[language] ?? title, [language]);
}
