/** Regular expressions composed at run time: the text of those that the file itself fixes, and a list of the others. */
import type { Expression, Program, TemplateElement, VariableDeclarator } from "oxc-parser";
import { Visitor } from "oxc-parser";

/** A text, or the texts of a list; undefined if they depend on more than the file's own constants. */
type Known = string | readonly string[] | undefined;

const textOf = (known: Known): string | undefined => (typeof known === "string" ? known : undefined);

/** The constants of a file by name; a name that is declared twice has no known value. */
function constantsOf(program: Program): Map<string, Expression | null> {
  const constants = new Map<string, Expression | null>();
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      for (const { id, init } of declarations as VariableDeclarator[])
        if (id.type === "Identifier")
          constants.set(id.name, kind === "const" && init && !constants.has(id.name) ? init : null);
    },
  }).visit(program);
  return constants;
}

/** Evaluates literals, templates, `+`, lists, `join` and `split`, and names of such constants. */
function evaluatorOf(constants: Map<string, Expression | null>): (expression: Expression) => Known {
  const joined = (quasis: readonly TemplateElement[], parts: readonly Expression[], form: "raw" | "cooked"): Known => {
    const texts = parts.map((part) => textOf(evaluate(part)));
    if (texts.includes(undefined)) return undefined;
    return quasis.map(({ value }, place) => `${value[form] ?? ""}${texts[place] ?? ""}`).join("");
  };
  const called = (of: Known, method: string, argument: Known): Known => {
    if (typeof argument !== "string") return undefined;
    if (method === "join" && Array.isArray(of)) return of.join(argument);
    return method === "split" && typeof of === "string" ? of.split(argument) : undefined;
  };
  function evaluate(expression: Expression): Known {
    switch (expression.type) {
      case "Literal":
        return typeof expression.value === "string" ? expression.value : undefined;
      case "TemplateLiteral":
        return joined(expression.quasis, expression.expressions, "cooked");
      case "TaggedTemplateExpression": {
        const { tag, quasi } = expression;
        const isRaw =
          tag.type === "MemberExpression" &&
          tag.object.type === "Identifier" &&
          tag.object.name === "String" &&
          tag.property.type === "Identifier" &&
          tag.property.name === "raw";
        return isRaw ? joined(quasi.quasis, quasi.expressions, "raw") : undefined;
      }
      case "BinaryExpression": {
        const [left, right] = [expression.left, expression.right].map((side) => textOf(evaluate(side as Expression)));
        return expression.operator === "+" && left !== undefined && right !== undefined ? left + right : undefined;
      }
      case "ArrayExpression": {
        const texts = expression.elements.map((one) =>
          one && one.type !== "SpreadElement" ? textOf(evaluate(one)) : undefined,
        );
        return texts.every((one) => one !== undefined) ? texts : undefined;
      }
      case "CallExpression": {
        const { callee, arguments: given } = expression;
        const [argument, ...more] = given;
        if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier" || more.length > 0)
          return undefined;
        if (!argument || argument.type === "SpreadElement") return undefined;
        return called(evaluate(callee.object), callee.property.name, evaluate(argument));
      }
      case "Identifier": {
        const constant = constants.get(expression.name);
        return constant ? evaluate(constant) : undefined;
      }
      default:
        return undefined;
    }
  }
  return evaluate;
}

export interface Composed {
  /** As written in the file. */
  code: string;
  start: number;
  /** Undefined if more than the file's constants decide it. */
  source: string | undefined;
  flags: string;
}

/** Every expression that a file composes, by `RegExp` with or without `new`. */
export function composedIn(text: string, program: Program): Composed[] {
  const evaluate = evaluatorOf(constantsOf(program));
  const found: Composed[] = [];
  const look = ({
    callee,
    arguments: given,
    start,
    end,
  }: {
    callee: Expression;
    arguments: readonly { type: string }[];
    start: number;
    end: number;
  }): void => {
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
    const [source, flags] = given as Expression[];
    found.push({
      code: text.slice(start, end).replaceAll(/\s+/g, " "),
      start,
      source: source && textOf(evaluate(source)),
      flags: (flags && textOf(evaluate(flags))) ?? "",
    });
  };
  new Visitor({ NewExpression: look, CallExpression: look }).visit(program);
  return found;
}

/**
 * The others, with why no text from outside makes them slow. `example` is one of them as it is composed, which is analysed
 * in their place. One that is not listed fails `npm run check`, and so does an entry that no file needs.
 */
export const listed: readonly { file: string; code: string; why: string; example: string; flags?: string }[] = [
  {
    file: "kyc/report-names.ts",
    code: 'new RegExp(`^(?:${longestFirst.join("|")})(?:(?<=[\'’])|\\\\s+)(?=\\\\S)`, "iu")',
    why: "the file's own words, sorted",
    example: "^(?:van der|van|de l['’]|d)(?:(?<=['’])|\\s+)(?=\\S)",
    flags: "iu",
  },
  {
    file: "kyc/tin.ts",
    code: 'new RegExp(`^${shape.replace(/9/g, "\\\\d").replace(/L/g, "[A-Z]")}$`)',
    why: "one class for each sign of a shape in kyc/tin-rules.ts, without repetition",
    example: "^[A-Z]\\d\\d\\d$",
  },
  {
    file: "kyc/tin.ts",
    code: "new RegExp(`^${country}`)",
    why: "two letters, compared before",
    example: "^BG",
  },
  {
    file: "kyc/tin.ts",
    code: 'new RegExp(forms.map((form) => `(?:${shapeOf(form).source})`).join("|"))',
    why: "alternatives of the shapes above, and of expressions that are analysed in kyc/tin-rules.ts",
    example: "(?:^\\d\\d$)|(?:^[A-Z]\\d$)",
  },
  {
    file: "server/domains/imports/mapping/dates.ts",
    code: 'new RegExp(`^${source}$`, "u")',
    why: "each part of a date once, with signs between them escaped; no part has an unlimited repetition",
    example:
      "^(?<year>\\d{4})-(?<month>\\d{2})-(?<date>\\d{2}) (?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})(?:[.,]\\d{1,9})?$",
    flags: "u",
  },
  {
    file: "server/http/api-address.ts",
    code: 'new RegExp(`^(?:${prefixes.map(escaped).join("|")})(?=/|\\\\?|$)`)',
    why: "paths of the configuration with their signs escaped, without repetition",
    example: "^(?:/portal/api|/api)(?=/|\\?|$)",
  },
  {
    file: "server/domains/tickets/by-mail/retries.ts",
    code: 'new RegExp(`^${name}:(.*)$`, "im")',
    why: "the name of a header from this file",
    example: "^message-id:(.*)$",
    flags: "im",
  },
  {
    file: "server/domains/tickets/by-mail/authentication.ts",
    code: "new RegExp(`(?:^|[;\\\\s])${result}(?![\\\\w-])`)",
    why: "a result in words of this file",
    example: "(?:^|[;\\s])spf=(?:fail|softfail)(?![\\w-])",
  },
];
