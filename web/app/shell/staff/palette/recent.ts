/** What a reader opened last by the search; forgotten with the page, since names of clients are not stored in browsers. */
import type { Option } from "./palette-options.ts";

const most = 5;
let opened: { user: number; options: readonly Option[] } = { user: 0, options: [] };

export const listRecent = (user: number): readonly Option[] => (opened.user === user ? opened.options : []);

export function remember(user: number, option: Option): void {
  const before = listRecent(user).filter(({ key }) => key !== option.key);
  opened = { user, options: [option, ...before].slice(0, most) };
}
