import { catalogue } from "@portico/messages/generated/portal.en.ts";
import { languageErrors, languageLayout } from "../layouts/language-layout.tsx";

export default languageLayout("en", catalogue);
export const ErrorBoundary = languageErrors("en", catalogue);
