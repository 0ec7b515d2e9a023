import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_FOLDER } from '../src/document-store/sample.ts'

/** Returns a sample document of the demonstration data as a file to upload. */
export async function sampleFile(name: string): Promise<File> {
  return new File([await readFile(join(SAMPLE_FOLDER, name))], name)
}
