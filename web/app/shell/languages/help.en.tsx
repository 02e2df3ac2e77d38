import { catalogue } from "@portico/messages/generated/help.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
