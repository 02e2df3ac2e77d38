import { catalogue } from "@portico/messages/generated/forms.en.ts";
import { formsLayout } from "../forms-layout.tsx";

export default formsLayout(catalogue);
