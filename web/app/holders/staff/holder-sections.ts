/** The sections of a holder's staff pages; each is the last part of its address. */
const clientSections = [
  "profile",
  "review",
  "portfolio",
  "accounts",
  "documents",
  "contracts",
  "tickets",
  "activity",
] as const;
export type HolderSection = (typeof clientSections)[number];
export const firstSection: HolderSection = "profile";

/** Staff are asked for no identity, papers or contracts. */
const staffSections: readonly HolderSection[] = ["profile", "portfolio", "tickets", "activity"];

export const holderSections = (isStaff: boolean): readonly HolderSection[] =>
  isStaff ? staffSections : clientSections;

/** The section that a path belongs to: the shared folder stands beside the documents. */
export function sectionOfPath(path: string): HolderSection {
  const part = path.split("/")[4];
  if (part === "folder") return "documents";
  return clientSections.find((each) => each === part) ?? firstSection;
}
