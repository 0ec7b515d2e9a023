import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { compoundFileEntries } from './compound-file.ts'

/** Returns the media type of a file from its content; `null` if unknown. */
export async function sniffType(path: string): Promise<string | null> {
  const found = await fileTypeFromFile(path)
  if (found?.mime !== 'application/x-cfb') return found?.mime ?? null
  // Word, Excel and PowerPoint before 2007 share one container format
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
