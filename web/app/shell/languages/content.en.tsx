import { catalogue } from "@portico/messages/generated/content.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
