/** Returns why something failed, in the words of the error that caused it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause, message } = error
  if (cause instanceof Error) return reasonOf(cause)
  return message || ('code' in error ? String(error.code) : error.name)
}
