import { catalogue } from "@portico/messages/generated/forms.pl.ts";
import { formsLayout } from "../forms-layout.tsx";

export default formsLayout(catalogue);
