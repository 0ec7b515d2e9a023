/** Returns the label of a key that a host sent, or null if it has none. A host may send the name of what every object has. */
export function labelIn(labels: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null
}
