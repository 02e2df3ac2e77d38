/** The subject of the help that explains each page of staff, as the domains declare it. */
import helpSubjects from "virtual:portico-pages/help-subjects";
import type { HelpSubject } from "@portico/messages/help/subjects.ts";
import { matchPath } from "react-router";

/** The subject for a path without its language; none for the help itself. */
export const findHelp = (path: string): HelpSubject | undefined =>
  helpSubjects.find(([pattern]) => matchPath(pattern, path))?.[1];
