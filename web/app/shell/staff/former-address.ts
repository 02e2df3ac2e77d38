/** The list of tasks was here: clients' requests are tickets now, and proposals have a page of their own. */
import { type LoaderFunctionArgs, redirect } from "react-router";

export function leadOn({ request }: Pick<LoaderFunctionArgs, "request">): Response {
  const { pathname, searchParams } = new URL(request.url);
  const part = searchParams.get("part");
  const page = part === "proposals" ? "proposals" : part === "decided" ? "proposals?part=decided" : "tickets";
  return redirect(pathname.replace(/\/tasks\/?$/, `/${page}`));
}
