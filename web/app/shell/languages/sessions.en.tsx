import { catalogue } from "@portico/messages/generated/sessions.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
