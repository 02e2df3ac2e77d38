/**
 * The subjects of the staff's help, in their order; the text of each is `<language>/<subject>.md`. There, `*emphasis*` is a
 * label of the portal, word for word, and `**strong emphasis**` a key of the keyboard.
 */

export const helpGroups = [
  {
    title: "help.group.clients",
    subjects: [
      "waiting",
      "queues",
      "tickets",
      "chats",
      "clients",
      "accounts",
      "payments",
      "bank-files",
      "reviews",
      "required-contracts",
    ],
  },
  {
    title: "help.group.documents",
    subjects: [
      "documents",
      "requested-documents",
      "batches",
      "shared-folder",
      "retention",
      "data-rights",
      "statement-openings",
    ],
  },
  { title: "help.group.contracts", subjects: ["templates", "sending", "queue", "evidence"] },
  {
    title: "help.group.portal",
    subjects: [
      "public-pages",
      "target-funds",
      "benchmarks",
      "report-runs",
      "exports",
      "instruments",
      "data-quality",
      "central-banks",
      "announcements",
      "corporate-actions",
      "mandates",
      "imports",
      "custodians",
      "pickups",
      "webhooks",
      "sign-ins",
      "compliance",
      "screening",
      "audit",
      "machines",
      "people",
      "identity",
      "set-up",
      "client-imports",
      "data-fields",
      "settings",
    ],
  },
] as const;

export type HelpSubject = (typeof helpGroups)[number]["subjects"][number];

export const helpSubjects: readonly HelpSubject[] = helpGroups.flatMap(({ subjects }) => subjects);
