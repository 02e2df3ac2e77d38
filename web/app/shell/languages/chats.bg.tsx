import { catalogue } from "@portico/messages/generated/chats.bg.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
