/** `/admin/tasks`, to which old mails and bookmarks lead. */
export { leadOn as clientLoader, leadOn as loader } from "./former-address.ts";

export default function FormerTasks() {
  return null;
}
