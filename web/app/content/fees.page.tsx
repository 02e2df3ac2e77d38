/** What the firm's services cost: a text, and the one table of fees. */
import { useLoaderData } from "react-router";
import { plainPage } from "../shell/public/plain-page.ts";
import { PublicText } from "./public-text.tsx";
import { pageLoader, pageMeta, type ReadPage } from "./read-page.ts";

export const handle = plainPage;
export const loader = pageLoader("fees");
export const meta = pageMeta;

export default function FeesPage() {
  return <PublicText page={useLoaderData<ReadPage>()} />;
}
