import { catalogue } from "@portico/messages/generated/contracts.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
