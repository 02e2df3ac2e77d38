/**
 * The portal's button: Mantine's, but a busy one keeps the focus. Mantine disables it, and a browser takes the focus from
 * what is disabled, so that keyboard and screen reader would leave the dialog.
 */
import { type ButtonProps, createPolymorphicComponent, Button as MantineButton } from "@mantine/core";
import type { ComponentProps, MouseEvent } from "react";

/** Also stops the submission of its form by Enter, which the browser makes a click. */
function stop(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

const busyRoot = (disabled: boolean) =>
  function BusyRoot(root: ComponentProps<"button">) {
    return <button type="button" {...root} disabled={disabled} aria-disabled aria-busy onClick={stop} />;
  };

export const Button = createPolymorphicComponent<"button", ButtonProps>((props: ButtonProps) => (
  <MantineButton {...props} {...(props.loading && { renderRoot: busyRoot(props.disabled ?? false) })} />
));
