/** Pages of one record: an address whose id is no number is a 404, known without asking the server. */
import { data, type LoaderFunctionArgs } from "react-router";

export const isId = (text: string | undefined): boolean => /^[1-9]\d{0,14}$/.test(text ?? "");

export function checkId({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (!isId(params["id"])) throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
