/**
 * A path of no page of this language, opened by navigation in the browser: without a language, or of another one, whose
 * routes this page does not know (server/routes-of-language.ts). The page server redirects the others itself.
 */
import { type ClientLoaderFunctionArgs, redirect, redirectDocument } from "react-router";
import { whenAnswered } from "../ui/when-online.ts";
import { withoutLanguage } from "./navigation/locale-link.tsx";
import { handOver } from "./navigation/text-across-languages.ts";

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Response> {
  const { pathname, search, hash } = new URL(request.url);
  if (withoutLanguage(pathname) === pathname)
    return redirect(`/${document.documentElement.lang}${pathname === "/" ? "" : pathname}${search}${hash}`);
  // While the server does not answer, the browser would replace the page with its own.
  await whenAnswered();
  handOver();
  return redirectDocument(`${pathname}${search}${hash}`);
}

export default function Unprefixed() {
  return null;
}
