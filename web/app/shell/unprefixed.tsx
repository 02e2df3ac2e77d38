/** A path without its language, opened by navigation in the browser; the page server redirects the others itself. */
import { type ClientLoaderFunctionArgs, redirect } from "react-router";

export function clientLoader({ request }: ClientLoaderFunctionArgs): Response {
  const { pathname, search, hash } = new URL(request.url);
  return redirect(`/${document.documentElement.lang}${pathname === "/" ? "" : pathname}${search}${hash}`);
}

export default function Unprefixed() {
  return null;
}
