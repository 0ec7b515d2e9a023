/** Announces the error of a field to screen readers when it appears: the focus may be in the field already. */
export function Announced({ text }: { text: string | null | undefined }) {
  return (
    <p role="alert" className="sr-only">
      {text}
    </p>
  )
}
