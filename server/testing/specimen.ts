import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SPECIMEN_FOLDER } from '../src/document/specimen.ts'

/** A paper of the demonstration, as a file to bring. */
export async function specimenFile(name: string): Promise<File> {
  return new File([await readFile(join(SPECIMEN_FOLDER, name))], name)
}
