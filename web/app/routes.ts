/** The site map: every route in each language, `/bg`, `/en`, `/pl`. */
import { existsSync } from "node:fs";
import { languages } from "@portico/messages/catalogue.ts";
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The pages of one language. Ids carry the language, since the same file serves all three. */
function pages(language: string): RouteConfigEntry[] {
  const page = (path: string, file: string) =>
    existsSync(new URL(file, import.meta.url))
      ? [route(path, file, { id: `${language}${path === "" ? "" : `/${path}`}` })]
      : [];
  return [
    index("shell/home.tsx", { id: `${language}/` }),
    layout("shell/landing-layout.tsx", { id: `${language}:landing` }, [
      ...page("login", "sessions/login.page.tsx"),
      ...page("register", "sessions/register.page.tsx"),
      ...page("verify", "sessions/verify.page.tsx"),
      ...page("reset", "sessions/reset-request.page.tsx"),
      ...page("reset/:user", "sessions/reset.page.tsx"),
    ]),
    layout("shell/default-layout.tsx", { id: `${language}:default` }, [
      ...page("dashboard", "dashboard/dashboard.page.tsx"),
      ...page("portfolio", "portfolios/portfolio.page.tsx"),
      ...page("profile", "users/profile.page.tsx"),
    ]),
    route("admin", `shell/languages/admin.${language}.tsx`, { id: `${language}:admin` }, [
      ...(existsSync(new URL("admin/users/client-list.page.tsx", import.meta.url))
        ? [index("admin/users/client-list.page.tsx", { id: `${language}/admin` })]
        : []),
      ...page("imports", "admin/imports/imports.page.tsx").map((entry) => ({
        ...entry,
        id: `${language}/admin/imports`,
      })),
      ...page("requests", "admin/portfolios/requests.page.tsx").map((entry) => ({
        ...entry,
        id: `${language}/admin/requests`,
      })),
      ...page(":profileMode/:id/profile", "admin/users/client.page.tsx").map((entry) => ({
        ...entry,
        id: `${language}/admin/profile`,
      })),
    ]),
    layout("shell/learn-more-layout.tsx", { id: `${language}:learn-more` }, [
      route("*", "shell/not-found.tsx", { id: `${language}/*` }),
    ]),
  ];
}

export default [
  ...languages.map((language) => route(language, `shell/languages/${language}.tsx`, { id: language }, pages(language))),
  route("*", "shell/unprefixed.tsx"),
] satisfies RouteConfig;
