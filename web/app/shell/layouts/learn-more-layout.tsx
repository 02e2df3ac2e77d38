/** Public text pages. */
import { Outlet } from "react-router";
import { ErrorContent } from "./error-page.tsx";
import { ReadingFrame } from "./reading-frame.tsx";

export default function LearnMoreLayout() {
  return (
    <ReadingFrame>
      <Outlet />
    </ReadingFrame>
  );
}

export function ErrorBoundary() {
  return (
    <ReadingFrame>
      <ErrorContent />
    </ReadingFrame>
  );
}
