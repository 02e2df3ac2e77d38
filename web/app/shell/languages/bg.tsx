import { catalogue } from "@portico/messages/generated/portal.bg.ts";
import { languageErrors, languageLayout } from "../layouts/language-layout.tsx";

export default languageLayout("bg", catalogue);
export const ErrorBoundary = languageErrors("bg", catalogue);
