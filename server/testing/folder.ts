import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder that every account can traverse. PostgreSQL needs it when the tests run as root. */
export async function scratchFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `mandap-${name}-`))
  await chmod(folder, 0o711)
  return folder
}
