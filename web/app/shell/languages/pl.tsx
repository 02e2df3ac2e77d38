import { catalogue } from "@portico/messages/generated/portal.pl.ts";
import { languageErrors, languageLayout } from "../layouts/language-layout.tsx";

export default languageLayout("pl", catalogue);
export const ErrorBoundary = languageErrors("pl", catalogue);
