/** Renders an error beside its field and announces it to screen readers. */
export function Announced({ text }: { text: string | null }) {
  return (
    <p role="alert" className="sr-only">
      {text}
    </p>
  )
}
