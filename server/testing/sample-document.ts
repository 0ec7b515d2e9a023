import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_FOLDER } from '../src/document-store/sample.ts'

/** A paper of the demonstration, as a file to bring. */
export async function sampleFile(name: string): Promise<File> {
  return new File([await readFile(join(SAMPLE_FOLDER, name))], name)
}
