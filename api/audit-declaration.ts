/** How a domain declares the entries that it writes to the audit log (`auditActions` in `api/<domain>/audit.ts`). */

export interface AuditDeclaration {
  /** What the entry is about; `holder` is a person or a company. */
  subject: string;
  /** Fields recorded with their old value; `any` for free data. */
  before?: readonly string[] | "any";
  /** Fields recorded with their new value. */
  after?: readonly string[] | "any";
  /** Key of the wording, after `admin.timeline.` */
  text: string;
  /** Written by earlier versions only: the entries stay readable. */
  former?: true;
}
