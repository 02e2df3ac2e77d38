/** Which folder may import which (docs/architecture.md). */
interface Rule {
  name: string;
  /** Files that the rule applies to; tests are exempt. */
  from: RegExp;
  /** What they may not import; `$1` is the first group of `from`. */
  never: string;
}

/** Files that only tests, benchmarks and the schema generator may use. */
export const tests =
  /\.test\.tsx?$|^(pdf|reports|scenarios|server|web)\/(.*\/)?testing\/|^(e2e|bench)\/|^server\/commands\/schema\.ts$/;
const rules: Rule[] = [
  {
    name: "api imports of other packages only kyc and the kinds of entries",
    from: /^api\//,
    never: "^(ledger/(?!entry\\.ts$)|(messages|pdf|reports|scenarios|server|web)/)",
  },
  {
    name: "kyc imports no other package",
    from: /^kyc\//,
    never: "^(api|ledger|messages|pdf|reports|scenarios|server|web)/",
  },
  {
    name: "ledger imports no other package",
    from: /^ledger\//,
    never: "^(api|messages|pdf|reports|scenarios|server|web)/",
  },
  {
    name: "messages imports no other package",
    from: /^messages\//,
    never: "^(api|ledger|pdf|reports|scenarios|server|web)/",
  },
  {
    name: "pdf imports no other package",
    from: /^pdf\//,
    never: "^(api|kyc|ledger|messages|reports|scenarios|server|web)/",
  },
  {
    name: "reports imports only the ledger and the rules of api",
    from: /^reports\//,
    never: "^(api/(?!rules/)|(kyc|messages|pdf|scenarios|server|web)/)",
  },
  {
    name: "scenarios imports no other package",
    from: /^scenarios\//,
    never: "^(api|kyc|ledger|messages|pdf|reports|server|web)/",
  },
  {
    name: "pages load the model and the Markdown of documents, not the writer",
    from: /^(web|pdf\/(model|markdown))\//,
    never: "^pdf/(?!(model|markdown)/)",
  },
  {
    name: "PDFs are written on worker threads",
    from: /^server\/(?!.*\.task\.ts$)/,
    never: "^pdf/(write\\.ts$|layout/)",
  },
  { name: "server and web stay apart", from: /^server\//, never: "^web/" },
  { name: "web and server stay apart", from: /^web\//, never: "^server/" },
  {
    name: "a domain's queries are its own",
    // Commands belong to the operator, not to a domain.
    from: /^server\/(?!commands\/)(?:domains\/([^/]+)\/)?/,
    never: "^server/domains/(?!$1/).+\\.queries\\.ts$",
  },
  {
    name: "a domain declares its own routes",
    from: /^server\/(?:domains\/([^/]+)\/(?=\1\.domain\.ts$))?/,
    never: "^server/domains/(?!$1/$1\\.routes\\.ts$).*\\.routes\\.ts$",
  },
  {
    name: "declarations compose domains; domains.ts alone imports them",
    from: /^server\/(?!domains\.ts$)/,
    never: "\\.domain\\.ts$",
  },
  {
    name: "the demo is imported on demand: what a firm installs does not have it",
    from: /^server\/(?!demo\/)/,
    never: "^server/demo/",
  },
  {
    name: "the embedded database is imported on demand, without DATABASE_URL",
    // The backup commands are for the embedded database alone.
    from: /^server\/(?!database\/embedded\/|backup\/)/,
    never: "^server/database/embedded/",
  },
  { name: "the kernel imports no folder of the server", from: /^server\/kernel\//, never: "^server/(?!kernel/)" },
  {
    name: "the unit of work alone writes the audit log",
    from: /^server\/(?!unit-of-work\/|audit\/)/,
    never: "^server/audit/audit\\.ts$",
  },
  {
    name: "the unit of work alone enqueues",
    // A mail is a job; `tx.mail` sends it.
    from: /^server\/(?!unit-of-work\/|adapters\/mail\/)/,
    never: "^server/jobs/enqueue\\.ts$",
  },
  {
    name: "domains do not wire",
    from: /^server\/domains\//,
    never: "^server/(main|portal|app|domains|declared)\\.ts$",
  },
  { name: "ui knows no domain", from: /^web\/app\/ui\//, never: "^web/app/(?!ui/)" },
  {
    name: "the shell knows no domain; domains declare what it shows",
    from: /^web\/app\/shell\//,
    never: "^web/app/(?!(?:ui|shell|bootstrap)/)[^/]+/",
  },
  {
    name: "web's domains stay apart; pages compose",
    // Every folder but the frame and what pages are made of is a domain. `holders` is what the others have in common.
    from: /^web\/app\/(?!(?:ui|shell|bootstrap)\/)([^/]+)\/(?!.*\.page\.tsx$)/,
    never: "^web/app/(?!(?:$1|ui|shell|holders)/)[^/]+/",
  },
  {
    name: "no page carries the right answers of the knowledge test",
    from: /^(web|api\/forms\/(?!person\/risk-answers\.ts$))/,
    never: "^(kyc/questionnaire-key|api/forms/person/risk-answers)\\.ts$",
  },
  {
    name: "tests stay out of what ships",
    from: /^(?!e2e\/|bench\/|(?:pdf|reports|scenarios|server|web)\/(?:.*\/)?testing\/)/,
    never: "\\.test\\.tsx?$|^(pdf|reports|scenarios|server|web)/(.*/)?testing/|^(e2e|bench)/",
  },
];

/** The names of the rules that an import of one file by another breaks; paths from the root of the repository. */
export function brokenRules(file: string, imported: string): string[] {
  if (tests.test(file)) return [];
  return rules
    .filter(({ from, never }) => {
      const match = from.exec(file);
      return match !== null && new RegExp(never.replaceAll("$1", match[1] ?? "")).test(imported);
    })
    .map(({ name }) => name);
}
