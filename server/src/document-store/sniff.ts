import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { compoundFileEntries } from './compound-file.ts'

/** The media type of a file by what is in it, never by its name; `null` for an unknown one. */
export async function sniffType(path: string): Promise<string | null> {
  const found = await fileTypeFromFile(path)
  if (found?.mime !== 'application/x-cfb') return found?.mime ?? null
  // Word, Excel and PowerPoint of before 2007 share one container
  await using file = await open(path)
  const entries = await compoundFileEntries(file)
  return OFFICE.find(([entry]) => entries.includes(entry))?.[1] ?? null
}

const OFFICE = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
] as const
