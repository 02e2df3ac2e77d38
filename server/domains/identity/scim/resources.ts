/** The shapes of users and groups (RFC 7643), as they are received and answered. Without I/O. */
import { emailMaxLength, isEmail, normaliseEmail } from "@portico/api/rules/email.ts";
import { z } from "zod";
import { ScimError } from "./errors.ts";

const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** One line without control characters. */
const line = z
  .string()
  .trim()
  .max(300)
  .regex(/^[^\p{Cc}]*$/u);
/** Entra ID sends truth values as text. */
const truth = z.preprocess(
  (value) => (typeof value === "string" && /^(true|false)$/i.test(value) ? value.toLowerCase() === "true" : value),
  z.boolean(),
);

const userShape = z.object({
  userName: line.min(1),
  externalId: line.nullish(),
  active: truth.nullish(),
  displayName: line.nullish(),
  name: z.object({ formatted: line.nullish(), givenName: line.nullish(), familyName: line.nullish() }).nullish(),
  emails: z
    .array(z.object({ value: line, type: line.nullish(), primary: truth.nullish() }))
    .max(20)
    .nullish(),
});
export type ScimUser = z.infer<typeof userShape>;

const groupShape = z.object({
  displayName: line.min(1),
  externalId: line.nullish(),
  members: z
    .array(z.object({ value: z.uuid() }))
    .max(5000)
    .nullish(),
});
export type ScimGroup = z.infer<typeof groupShape>;

function readBody<Shape extends z.ZodType>(shape: Shape, body: unknown): z.infer<Shape> {
  const { success, data, error } = shape.safeParse(inUsualCase(body));
  if (success) return data;
  const [issue] = error.issues;
  throw new ScimError(400, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`, "invalidValue");
}

const usual = ["userName", "externalId", "active", "displayName", "name", "emails", "members"];
/** Names of attributes are the same in any letter case (RFC 7643, section 2.1). */
function inUsualCase(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const names = new Map(usual.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [names.get(key.toLowerCase()) ?? key, value]));
}

export const readUser = (body: unknown): ScimUser => readBody(userShape, body);
export const readGroup = (body: unknown): ScimGroup => readBody(groupShape, body);

/** The address of a user: the primary one, the first, or the user name; `invalidValue` without one. */
export function emailOfUser({ emails, userName }: ScimUser): string {
  const list = emails ?? [];
  const told = normaliseEmail((list.find(({ primary }) => primary) ?? list[0])?.value ?? userName).toLowerCase();
  if (told.length <= emailMaxLength && isEmail(told)) return told;
  throw new ScimError(400, "A user needs an e-mail address", "invalidValue");
}

export const nameOfUser = ({ displayName, name, userName }: ScimUser): string =>
  displayName || name?.formatted || `${name?.givenName ?? ""} ${name?.familyName ?? ""}`.trim() || userName;

/** What is kept of a user beside its columns. */
export const attributesOf = ({ displayName, name, emails }: ScimUser) => ({
  ...(displayName && { displayName }),
  ...(name && { name }),
  ...(emails && { emails }),
});

interface Stored {
  scimId: string;
  externalId: string | null;
  createdAt: Date;
  changedAt: Date;
}
export interface StoredUser extends Stored {
  userName: string;
  active: boolean;
  attributes: Record<string, unknown>;
  groups: { id: string; name: string }[];
}
export interface StoredGroup extends Stored {
  displayName: string;
  members: { id: string; name: string }[];
}

const metaOf = (base: string, resourceType: "User" | "Group", { scimId, createdAt, changedAt }: Stored) => ({
  resourceType,
  created: createdAt.toISOString(),
  lastModified: changedAt.toISOString(),
  location: `${base}/${resourceType}s/${scimId}`,
});

export const userBody = (base: string, user: StoredUser) => ({
  schemas: [userSchema],
  id: user.scimId,
  ...(user.externalId !== null && { externalId: user.externalId }),
  userName: user.userName,
  active: user.active,
  ...user.attributes,
  groups: user.groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}` })),
  meta: metaOf(base, "User", user),
});

export const groupBody = (base: string, group: StoredGroup, { withMembers }: { withMembers: boolean }) => ({
  schemas: [groupSchema],
  id: group.scimId,
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.displayName,
  ...(withMembers && {
    members: group.members.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Users/${id}` })),
  }),
  meta: metaOf(base, "Group", group),
});
