/** Returns a text, such as one of a URL, if it is a key of a table. */
export function keyIn<Key extends string>(
  table: Readonly<Record<Key, unknown>>,
  text: string | null,
): Key | undefined {
  return text !== null && Object.hasOwn(table, text) ? (text as Key) : undefined
}
