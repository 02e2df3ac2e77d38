/** Templates, contracts and signatures for tests, made through the calls. */
import { createHash } from "node:crypto";
import type { TemplateContent } from "@portico/api/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { recordMails } from "../../../testing/effects.ts";

export const text =
  "# {{contract.name}}\n\nBetween **{{firm.name}}** and {{holder.name}}, on {{contract.day}}.\n\n1. First.\n2. Second.";

export const content = (more: Partial<TemplateContent> = {}): TemplateContent => ({
  name: { bg: "Договор за посредничество", en: "Brokerage agreement", pl: "Umowa maklerska" },
  text: { bg: text, en: text, pl: text },
  fields: [],
  for: "both",
  counterSign: false,
  signers: "any",
  expiryDays: 14,
  reminderDays: [3, 0],
  clientsPropose: false,
  ...more,
});

export const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });

/** Puts a template into use, under a name of its own; its type. */
let templates = 0;
export async function useTemplate(office: TestUser, more: Partial<TemplateContent> = {}): Promise<string> {
  const type = `template${++templates}`;
  const { contracts } = office.client;
  const { version, edit } = await contracts.saveTemplate({
    params: { type },
    body: { content: content(more), edit: null },
  });
  await contracts.useTemplate({ params: { type }, body: { version, edit } });
  return type;
}

export const send = (office: TestUser, holder: Holder, type: string, body: object = {}) =>
  office.client.contracts.save({ params: { ...holder, type }, body });

/** A company with these representatives. */
export async function companyOf({ database: { db } }: TestApp, people: readonly TestUser[]): Promise<Holder> {
  const { id } = await db
    .insertInto("company")
    .values({ creator_id: people[0]?.id ?? 0, name: "Held Ltd", state: "postKYC", reviewed_on: "2026-01-01" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("representation")
    .values(people.map(({ id: user_id }) => ({ user_id, company_id: id })))
    .execute();
  return { holderType: "company", holderId: id };
}

/** Signing as a person does: reads the contract, gets the code by mail, confirms it, signs. */
export function signing(app: TestApp) {
  const mails = recordMails(app);
  const lastCode = (): string => {
    const mail = mails.findLast(({ template }) => template === "code");
    if (mail?.template !== "code") throw new Error("no code was mailed");
    return mail.params.code;
  };
  /** Confirms a code for the contract, or for a proposal of the type; returns what it is bound to. */
  async function confirm(by: TestUser, holder: Holder, contract: number | string, sha256: string): Promise<string> {
    const { for: bound } = await by.client.contracts.requestCode({ params: holder, body: { contract, sha256 } });
    const code = lastCode();
    await by.client.sessions.checkValidation({ params: { id: by.id }, body: { string: code, for: bound } });
    return bound;
  }
  const given = (by: TestUser, agreed: number, sha256: string) => ({ name: by.name, agreed, sha256 });
  return {
    mails,
    lastCode,
    confirm,
    given,
    async sign(by: TestUser, holder: Holder, id: number, more: { contract_data?: Record<string, string> } = {}) {
      const { sha256, agreement } = await by.client.contracts.get({ params: { ...holder, id } });
      await confirm(by, holder, id, sha256);
      return by.client.contracts.sign({
        params: { ...holder, id },
        body: { ...more, signature: given(by, agreement.version, sha256) },
      });
    },
  };
}

/** The bytes of a contract's file as its reader gets them. */
export const bytesOf = async (by: TestUser, holder: Holder, fileId: number): Promise<Buffer> =>
  Buffer.from((await by.client.files.download({ params: { ...holder, fileId } })).content);

export const hexOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
