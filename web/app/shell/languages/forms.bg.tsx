import { catalogue } from "@portico/messages/generated/forms.bg.ts";
import { formsLayout } from "../forms-layout.tsx";

export default formsLayout(catalogue);
