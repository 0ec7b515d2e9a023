/** Returns the key of the browser's history entry, which React Router renders a moment later. */
export function historyKey(): string {
  const state = window.history.state as { key?: string } | null
  return state?.key ?? 'default'
}
