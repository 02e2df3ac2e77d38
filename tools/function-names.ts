/** A name that ends in Of is a plain lookup; what waits for something begins with a verb (CONTRIBUTING.md, Style). */
import { parseSync, Visitor } from "oxc-parser";

type Program = ReturnType<typeof parseSync>["program"];

/** Names of the program's asynchronous functions that end in Of. */
export function findAsyncOfNames(program: Program): string[] {
  const found: string[] = [];
  const note = (name: string | undefined, isAsync: boolean): void => {
    if (isAsync && name?.endsWith("Of")) found.push(name);
  };
  new Visitor({
    FunctionDeclaration: ({ id, async: isAsync }) => note(id?.name, isAsync),
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init && "async" in init) note(id.name, init.async);
    },
  }).visit(program);
  return found;
}
