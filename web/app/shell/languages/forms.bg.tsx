import { catalogue } from "@portico/messages/generated/forms.bg.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
