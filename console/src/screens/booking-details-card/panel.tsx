/** Renders a text in place of a panel's details. */
export function PanelNote({ text }: { text: string }) {
  return <p className="text-ink-muted">{text}</p>
}
