/** Who runs the portal: the firm's legal notice. */
import { useLoaderData } from "react-router";
import { plainPage } from "../shell/public/plain-page.ts";
import { PublicText } from "./public-text.tsx";
import { pageLoader, pageMeta, type ReadPage } from "./read-page.ts";

export const handle = plainPage;
export const loader = pageLoader("legal");
export const meta = pageMeta;

export default function LegalPage() {
  return <PublicText page={useLoaderData<ReadPage>()} />;
}
