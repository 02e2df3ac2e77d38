import { catalogue } from "@portico/messages/generated/forms.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
