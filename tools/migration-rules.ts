/** Which changes of tables an older build does not survive (docs/decisions/0205-two-builds-on-one-database.md). */

/** Migrations up to this one were released before the rule. */
export const lastReleased = 70;

/** Says, with a reason, that builds without the migration cannot work on the tables. */
const marker = /^-- ends-older-builds: \S/m;
/** Says what writes a demanded value into the rows of builds that do not. */
const filled = /^-- older-builds-fill: \S/m;

/** Comments are dropped; strings are emptied, except in `do` blocks, which run statements that they hold as text. */
function cleaned(text: string, keepStrings: boolean): string {
  return text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (found) =>
    found.startsWith("'") ? (keepStrings ? found.replaceAll("'", " ; ") : "''") : " ",
  );
}

/** Statements in small letters with single spaces; bodies of functions, which run later, are left out. */
function statementsOf(text: string): string[] {
  const bodies: string[] = [];
  const withoutBodies = text.replaceAll(
    /\bdo\s+(\$\w*\$)([\s\S]*?)\1|(\$\w*\$)[\s\S]*?\3/gi,
    (_all, _tag, body?: string) => {
      if (body !== undefined) bodies.push(cleaned(body, true));
      return "''";
    },
  );
  return [cleaned(withoutBodies, false), ...bodies]
    .flatMap((part) => part.split(/;|\bbegin\b|\bthen\b|\bloop\b/i))
    .map((statement) => statement.toLowerCase().replaceAll(/\s+/g, " ").trim())
    .filter((statement) => statement !== "");
}

const plain = (name: string | undefined): string => (name ?? "").replace(/^public\./, "").replaceAll('"', "");

/** The parts of `alter table … a, b`, split at commas outside of brackets. */
function partsOf(actions: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of actions) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

const demandsValue = "demands a value that older builds may not write";

/** Why an older build does not survive a part of `alter table`. */
function brokenPart(part: string): string | undefined {
  if (/^rename\b/.test(part)) return "renames";
  if (/^set schema\b/.test(part)) return "moves to another schema";
  if (/^drop constraint (if exists )?"?\w+_p?key\b/.test(part))
    return "drops a key, by which older builds find duplicates";
  if (/^drop (?!constraint\b)/.test(part)) return "drops a column";
  const column = /^alter (?:column )?"?\w+"? (.*)$/.exec(part)?.[1] ?? "";
  if (/^(set data )?type\b/.test(column)) return "changes a column's type";
  if (/^set not null\b/.test(column)) return demandsValue;
  if (/^drop (default|identity|expression)\b/.test(column)) return "takes away what fills a column";
  const isAdded = /^add (?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)/.test(part);
  if (isAdded && /\bnot null\b|\bprimary key\b/.test(part) && !/\bdefault\b|\bgenerated\b/.test(part))
    return "adds a column that older builds do not write, without a default";
  return undefined;
}

const alteredTable = /^alter table (?:if exists )?(?:only )?([\w."%]+) (.*)$/;

/** The tables that the migration renames and of which it leaves a view under the former name; by that name, the new ones. */
function renamedBehindViews(statements: readonly string[]): Map<string, string> {
  const views = new Set(statements.map((statement) => plain(/^create view ([\w."]+)/.exec(statement)?.[1])));
  return new Map(
    statements.flatMap((statement) => {
      const [, table, actions = ""] = alteredTable.exec(statement) ?? [];
      const later = /^rename to ([\w."]+)$/.exec(actions)?.[1];
      return later !== undefined && views.has(plain(table)) ? [[plain(table), plain(later)] as const] : [];
    }),
  );
}

interface Allowed {
  /** Tables and sequences of the same migration. */
  created: ReadonlySet<string>;
  /** Tables by their former name, of which the same migration leaves a view. */
  renamed: ReadonlyMap<string, string>;
  /** Whether values may be demanded, because the migration names what writes them for older builds. */
  isFilled: boolean;
}

/** Why an older build does not survive the statement. */
function brokenStatement(statement: string, { created, renamed, isFilled }: Allowed): string | undefined {
  const altered = alteredTable.exec(statement);
  if (altered) {
    const table = plain(altered[1]);
    if (created.has(table)) return undefined;
    // Older builds name the view, which keeps the names of the columns.
    const isBehindView = renamed.has(table) || [...renamed.values()].includes(table);
    return partsOf(altered[2] ?? "")
      .map(brokenPart)
      .find(
        (reason) =>
          reason !== undefined && !(isFilled && reason === demandsValue) && !(isBehindView && reason === "renames"),
      );
  }
  if (/^alter .* rename\b/.test(statement)) return "renames";
  if (/^drop index (concurrently )?(if exists )?[\w."]+_p?key\b/.test(statement))
    return "drops a key, by which older builds find duplicates";
  const dropped = /^drop (table|view|materialized view|function|procedure|type|domain|schema|sequence)\b/.exec(
    statement,
  );
  if (dropped) return `drops a ${dropped[1]}`;
  const revoked = /^revoke .*? on (?:table |sequence )?([\w."%]+) from .*\bportico_(app|retention)\b/.exec(statement);
  // Nobody had a right to what the same migration makes.
  if (revoked && created.has(plain(revoked[1]))) return undefined;
  if (/^revoke .* from .*\bportico_(app|retention)\b/.test(statement)) return "takes away a right of the portal";
  return undefined;
}

/** What is wrong with a migration that older builds have to survive; nothing if it is marked as ending them. */
export function brokenMigration(file: string, text: string): string[] {
  if (Number(file.slice(0, 4)) <= lastReleased || marker.test(text)) return [];
  const statements = statementsOf(text);
  const created = new Set(
    statements.flatMap((statement) => {
      const name = /^create (?:(?:unlogged )?table|sequence) (?:if not exists )?([\w."]+)/.exec(statement)?.[1];
      return name === undefined ? [] : [plain(name)];
    }),
  );
  const renamed = renamedBehindViews(statements);
  return statements.flatMap((statement) => {
    const reason = brokenStatement(statement, { created, renamed, isFilled: filled.test(text) });
    return reason === undefined ? [] : [`${file} ${reason}: ${statement.slice(0, 100)}`];
  });
}

const outsideTransaction = /^-- outside-transaction$/m;

/**
 * Whether a migration outside of a transaction has several statements: PostgreSQL runs them as one transaction, in which a `do` block
 * cannot commit. It would fail on the first database whose rows it has to change.
 */
export function hasSeveralOutside(text: string): boolean {
  if (!outsideTransaction.test(text)) return false;
  const withoutBodies = text.replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''");
  return (
    cleaned(withoutBodies, false)
      .split(";")
      .filter((statement) => statement.trim() !== "").length > 1
  );
}

/**
 * Whether a file of the server returns columns that it does not name: after a later build has added one, PostgreSQL refuses
 * the older build's prepared statements.
 */
export const returnsEveryColumn = (text: string): boolean => /\.(selectAll|returningAll)\(|\breturning \*/.test(text);
