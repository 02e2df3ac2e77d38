/** What the service says of itself (RFC 7644, section 4; RFC 7643, sections 5 to 7). */

const supported = (is: boolean) => ({ supported: is });

export const serviceConfig = (base: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: supported(true),
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: supported(false),
  sort: supported(false),
  etag: supported(false),
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token made by an administrator of the portal",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

const schemaOf = (type: "User" | "Group") => `urn:ietf:params:scim:schemas:core:2.0:${type}`;

export const resourceTypes = (base: string) =>
  (["User", "Group"] as const).map((type) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: type,
    name: type,
    endpoint: `/${type}s`,
    schema: schemaOf(type),
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${type}` },
  }));

interface Attribute {
  name: string;
  type: "string" | "boolean" | "complex" | "reference";
  required?: true;
  multiValued?: true;
  unique?: true;
  readOnly?: true;
  subAttributes?: Attribute[];
}

const described = ({ name, type, required, multiValued, unique, readOnly, subAttributes }: Attribute): object => ({
  name,
  type,
  multiValued: multiValued ?? false,
  required: required ?? false,
  caseExact: false,
  mutability: readOnly ? "readOnly" : "readWrite",
  returned: "default",
  uniqueness: unique ? "server" : "none",
  ...(subAttributes && { subAttributes: subAttributes.map(described) }),
});

const text = (name: string): Attribute => ({ name, type: "string" });
const user: Attribute[] = [
  { ...text("userName"), required: true, unique: true },
  text("displayName"),
  { name: "active", type: "boolean" },
  { name: "name", type: "complex", subAttributes: [text("formatted"), text("givenName"), text("familyName")] },
  {
    name: "emails",
    type: "complex",
    multiValued: true,
    subAttributes: [text("value"), text("type"), { name: "primary", type: "boolean" }],
  },
  {
    name: "groups",
    type: "complex",
    multiValued: true,
    readOnly: true,
    subAttributes: [text("value"), text("display")],
  },
];
const group: Attribute[] = [
  { ...text("displayName"), required: true, unique: true },
  { name: "members", type: "complex", multiValued: true, subAttributes: [text("value"), text("display")] },
];

export const schemas = (base: string) =>
  (["User", "Group"] as const).map((type) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    id: schemaOf(type),
    name: type,
    attributes: (type === "User" ? user : group).map(described),
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schemaOf(type)}` },
  }));
