import { open } from 'node:fs/promises'

/** Makes the names of files in a folder durable, which not every system supports. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
