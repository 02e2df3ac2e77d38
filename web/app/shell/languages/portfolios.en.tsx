import { catalogue } from "@portico/messages/generated/portfolios.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
