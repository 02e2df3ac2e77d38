import { catalogue } from "@portico/messages/generated/admin.en.ts";
import { adminErrors, adminLayout } from "../staff/staff-layout.tsx";

export default adminLayout(catalogue);
export const ErrorBoundary = adminErrors(catalogue);
