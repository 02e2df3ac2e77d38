/** Staff sign in through the firm's identity provider (OpenID Connect): the sign-in itself, and how it is set up. */
import { z } from "zod";
import { anyone, defineEndpoints, staff } from "./endpoint.ts";
import { staffRoles } from "./rules/identity.ts";
import { done, holderState, id, instant, sha256Hex } from "./shapes.ts";
import { signedInAnswer } from "./sign-in.ts";

const provider = z.uuid();
/** The query with which the provider sent the browser back. */
const params = z.string().max(8000);
const addressLimit = { tries: 60, seconds: 60, per: "address" } as const;

/** Why a sign-in through a provider would be, or was, refused. */
export const identityRefusals = [
  "noStaffGroup",
  "emailUnverified",
  "linkWaits",
  "isClient",
  "notStaff",
  "accountDisabled",
  "secondFactorMissing",
  "emergencyOnly",
  "unknownPerson",
] as const;
export type IdentityRefusal = (typeof identityRefusals)[number];

const account = z.object({
  id,
  providerId: provider,
  userId: id,
  name: z.string(),
  role: z.string(),
  state: holderState,
  /** As the provider told it. */
  email: z.string(),
  subject: z.string().nullable(),
  /** Null: waits until an administrator says that it is the same person. */
  linkedAt: instant.nullable(),
  signedInAt: instant.nullable(),
  groups: z.array(z.string()),
  byScim: z.boolean(),
  /** What somebody who was disabled still looks after; null while they work. */
  leftWork: z.int().nullable(),
});
export type IdentityAccount = z.infer<typeof account>;

export const identity = defineEndpoints({
  listProviders: {
    method: "GET",
    path: "/identity/providers",
    summary: "The identity providers through which staff sign in; none where they sign in with a password.",
    access: anyone,
    answer: z.object({ providers: z.array(z.object({ id: provider, name: z.string() })) }),
    rateLimits: [{ tries: 120, seconds: 60, per: "address" }],
  },
  beginSignIn: {
    method: "POST",
    path: "/identity/sign-in",
    summary: "Begins a sign-in through a provider: the address to which the browser goes.",
    access: anyone,
    body: z.strictObject({ provider }),
    answer: z.object({ url: z.url() }),
    errors: ["notFound", "providerAway"],
    rateLimits: [addressLimit],
  },
  finishSignIn: {
    method: "POST",
    path: "/identity/sign-in/finish",
    summary: "Ends a sign-in with what the provider sent the browser back with, and opens the session.",
    access: anyone,
    body: z.strictObject({ params }),
    unread: ["params"],
    answer: signedInAnswer,
    errors: [
      "providerAway",
      "providerRefused",
      "signInDenied",
      "expiredCode",
      "noStaffGroup",
      "emailUnverified",
      "linkWaits",
      "isClient",
      "notStaff",
      "accountDisabled",
      "secondFactorMissing",
      "emergencyOnly",
      "unknownPerson",
    ],
    rateLimits: [addressLimit],
  },
  signOut: {
    method: "POST",
    path: "/identity/sign-out",
    summary:
      "Ends the session that asks, and says where the browser ends the one at the provider by which it was opened.",
    access: anyone,
    body: z.strictObject({}),
    answer: z.object({
      /** Null: nothing is to be ended there, or it cannot be. */
      url: z.url().nullable(),
      /** The name of the provider whose session should have ended as well, and cannot be ended from here. */
      staysAt: z.string().nullable(),
    }),
    rateLimits: [addressLimit],
  },
  get: {
    method: "GET",
    path: "/staff/identity",
    summary: "How the identity providers stand: addresses to enter there, stored secrets, linked people.",
    access: staff("admin"),
    answer: z.object({
      redirectUri: z.url(),
      signedOutUri: z.url(),
      providers: z.array(
        z.object({
          id: provider,
          /** A secret is stored for this issuer and client id. */
          hasSecret: z.boolean(),
          logoutUri: z.url(),
          scimUri: z.url(),
          accounts: z.int(),
          lastSignIn: instant.nullable(),
        }),
      ),
      /** Waiting first, then the newest; at most 500. */
      accounts: z.array(account),
    }),
  },
  saveSecret: {
    method: "POST",
    path: "/staff/identity/secrets",
    summary: "Stores a provider's client secret, encrypted, for its issuer and client id alone; nothing reads it back.",
    access: staff("admin"),
    body: z.strictObject({ provider, secret: z.string().min(1).max(1000) }),
    unread: ["secret"],
    answer: done,
    errors: ["notFound"],
  },
  beginTest: {
    method: "POST",
    path: "/staff/identity/test",
    summary: "Begins a test of a saved provider, also of one that is off: nobody is signed in by it.",
    access: staff("admin"),
    body: z.strictObject({ provider }),
    answer: z.object({ url: z.url() }),
    errors: ["notFound", "providerAway"],
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
  finishTest: {
    method: "POST",
    path: "/staff/identity/test/finish",
    summary: "Ends a test: the claims received, the role that would follow, and why a sign-in would be refused.",
    access: staff("admin"),
    body: z.strictObject({ params }),
    unread: ["params"],
    answer: z.object({
      provider,
      /** As JSON text, with two spaces. */
      claims: z.string(),
      groups: z.array(z.string()),
      role: z.enum(staffRoles).nullable(),
      refusal: z.enum(identityRefusals).nullable(),
    }),
    errors: ["providerAway", "providerRefused", "signInDenied", "expiredCode"],
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
  confirmLink: {
    method: "POST",
    path: "/staff/identity/accounts/:id/confirm",
    summary: "Says that a provider's account belongs to the colleague whose e-mail address it has.",
    access: staff("admin"),
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: done,
    errors: ["notFound", "stateConflict", "fourEyes"],
  },
  removeAccount: {
    method: "DELETE",
    path: "/staff/identity/accounts/:id",
    summary: "Removes the link of a colleague with a provider's account, and ends the sessions that it opened.",
    access: staff("admin"),
    params: z.object({ id }),
    answer: done,
    errors: ["notFound"],
  },
  handOver: {
    method: "POST",
    path: "/staff/identity/accounts/:id/hand-over",
    summary: "Gives what a colleague whom the provider disabled still looks after to another one.",
    access: staff("admin"),
    params: z.object({ id }),
    body: z.strictObject({ to: z.int().positive() }),
    answer: done,
    errors: ["notFound", "stateConflict"],
  },
  makeScimToken: {
    method: "POST",
    path: "/staff/identity/scim-token",
    summary: "A new token for a SCIM client, shown this once; it is valid once its hash is saved with the provider.",
    access: staff("admin"),
    body: z.strictObject({}),
    answer: z.object({ token: z.string(), hash: sha256Hex, madeAt: instant }),
    notRepeatable: true,
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
});
