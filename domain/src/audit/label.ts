/** Returns the label of a key that a host sent, or null if it has none. The key may be a name that every object has. */
export function labelIn(labels: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null
}
