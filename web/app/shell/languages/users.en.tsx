import { catalogue } from "@portico/messages/generated/users.en.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
