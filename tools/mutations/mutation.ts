/** A mutation: one small wrong change in production code, and the tests that must fail with it. */

/** A browser test, and words of its failure message. */
export interface BrowserTest {
  spec: `e2e/${string}.spec.ts`;
  /** Start of the test's title. */
  title: string;
  says: RegExp;
  project?: "desktop" | "phone";
}

export interface Mutation {
  /** "folder: what is wrong". */
  name: string;
  /** The file, from the root. */
  file: string;
  /** Text that occurs exactly once in the file, and its replacement. */
  search: string;
  replace: string;
  /** Test files for `npx vitest run`, of which at least one test must fail. */
  units?: readonly string[];
  /** A test for `npx playwright test` that must fail. */
  browser?: BrowserTest;
  /** Must be built alone, because it disturbs other tests. */
  alone?: true;
}
