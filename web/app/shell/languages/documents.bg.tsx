import { catalogue } from "@portico/messages/generated/documents.bg.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
