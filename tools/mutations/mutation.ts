/** A mutation: one small wrong change in shipped code, and the tests that have to fail with it. */

/** A test in the browser, and words of the message with which it fails. */
export interface BrowserTest {
  spec: `e2e/${string}.spec.ts`;
  /** The beginning of its title. */
  title: string;
  says: RegExp;
  project?: "desktop" | "phone";
}

export interface Mutation {
  /** "room: what is wrong". */
  name: string;
  /** The file, from the root. */
  file: string;
  /** Text that is found exactly once in the file, and what stands there instead. */
  search: string;
  replace: string;
  /** Test files of `npx vitest run`, of which at least one test fails. */
  units?: readonly string[];
  /** A test of `npx playwright test` that fails. */
  browser?: BrowserTest;
  /** Disturbs so much that no other mutation may be in the same build. */
  alone?: true;
}
