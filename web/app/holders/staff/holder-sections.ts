/** The sections of a holder's staff pages, as the domains declare them; each id is the last part of its address. */
import sections from "virtual:portico-pages/holder-sections";

export const firstSection = "profile";

/** Staff are asked for no identity, papers or contracts. */
export const holderSections = (isStaff: boolean): typeof sections =>
  isStaff ? sections.filter(({ ofStaff }) => ofStaff) : sections;

/** The id of the section that a path belongs to: the shared folder stands beside the documents. */
export function sectionOfPath(path: string): string {
  const part = path.split("/")[4];
  if (part === "folder") return "documents";
  return sections.find(({ id }) => id === part)?.id ?? firstSection;
}
