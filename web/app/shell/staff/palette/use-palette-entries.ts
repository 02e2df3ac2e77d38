/** The pages, settings and actions that the reader may open, in their language. */
import foundPages from "virtual:portico-pages/found";
import groups from "virtual:portico-pages/settings";
import { hasStaffLevel } from "@portico/api/permissions.ts";
import { useMemo } from "react";
import { useText } from "../../../ui/text.tsx";
import { useProfile } from "../../session/session.ts";
import type { Entry } from "./palette-entries.ts";

export function usePaletteEntries(): Entry[] {
  const t = useText();
  const { role } = useProfile();
  return useMemo(() => {
    const pages = foundPages.map(({ to, label, level, as, icon, ofHolder }) => ({
      kind: as ?? ("page" as const),
      title: t(label),
      about: "",
      url: to,
      icon: icon ?? (as ? "plus" : "forward"),
      ofHolder: ofHolder ?? false,
      level,
    }));
    const settings = groups.flatMap(({ sections }) =>
      sections.map(({ id, title, about, adminOnly }) => ({
        kind: "setting" as const,
        title: t(title),
        about: t(about),
        url: `/admin/settings/${id}`,
        icon: "settings" as const,
        ofHolder: false,
        level: adminOnly && ("admin" as const),
      })),
    );
    return [...pages, ...settings].filter(({ level }) => level === undefined || hasStaffLevel(role, level));
  }, [t, role]);
}
