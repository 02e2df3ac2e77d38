/** Titles and first sentences of the help in one language; made by web/help-pages.ts. */
declare module "virtual:portico-help/*" {
  import type { HelpTitle } from "@portico/web/app/help/staff/help-page.ts";

  const titles: HelpTitle[];
  export default titles;
}
