import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder that every account may pass through, as PostgreSQL's must when we are root. */
export async function scratchFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `mandap-${name}-`))
  await chmod(folder, 0o711)
  return folder
}
