import { catalogue } from "@portico/messages/generated/documents.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
