/** An address of no page: with the navigation of whoever is signed in, otherwise as a visitor sees it. */
import { Outlet } from "react-router";
import { useSession } from "../session/session.ts";
import { ClientShell } from "./client-shell.tsx";
import { ErrorContent } from "./error-page.tsx";
import { ReadingFrame } from "./reading-frame.tsx";

export default Outlet;

export function ErrorBoundary() {
  const Frame = useSession() ? ClientShell : ReadingFrame;
  return (
    <Frame>
      <ErrorContent />
    </Frame>
  );
}
