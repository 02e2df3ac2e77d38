/** Any unknown path of a language. */
import { data } from "react-router";

function refuse({ request }: { request: Request }): never {
  throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
}

export const loader = refuse;
/** In the browser the answer is known without asking the server. */
export const clientLoader = refuse;

export default function NotFound() {
  return null;
}
