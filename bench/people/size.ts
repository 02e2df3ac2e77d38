/** Size of the generated firm, and which of its people are measured. */
export interface Size {
  users: number;
  companies: number;
}
export interface Statement {
  text: string;
  values?: unknown[];
}
/** A colleague has about the same number of clients in a firm of any size. */
export const staffOf = ({ users }: Size): number => Math.max(3, Math.round(users / 4000));

/** The measured company, in the middle of the list, and its creator, who represents it. */
export const measuredCompany = ({ companies }: Size): number => companies / 2;
const creatorOf = (size: Size, companyId: number): number => staffOf(size) + companyId * 4;
export const measuredUser = (size: Size): number => creatorOf(size, measuredCompany(size));
