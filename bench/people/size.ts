/** How large the made-up firm is, and which of its people are looked at. */
export interface Size {
  users: number;
  companies: number;
}
export interface Statement {
  text: string;
  values?: unknown[];
}
/** A colleague looks after about as many clients whatever the firm's size. */
export const staffOf = ({ users }: Size): number => Math.max(3, Math.round(users / 4000));

/** The company that is measured, and its creator, who represents it: in the middle of everything. */
export const measuredCompany = ({ companies }: Size): number => companies / 2;
const creatorOf = (size: Size, companyId: number): number => staffOf(size) + companyId * 4;
export const measuredUser = (size: Size): number => creatorOf(size, measuredCompany(size));
