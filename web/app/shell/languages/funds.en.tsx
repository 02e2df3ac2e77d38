import { catalogue } from "@portico/messages/generated/funds.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
