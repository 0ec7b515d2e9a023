import { DOCUMENT_TYPES } from '@mandap/domain/verification/upload.ts'

const MOST_LETTERS = 80

/** The name of an uploaded file without paths and signs that mislead, with the ending of its real type. */
export function cleanName(written: string, type: string): string {
  const [file = ''] = written.split(/[\\/]/).slice(-1)
  const stem = file
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    // controls, and marks that turn text around or cannot be seen
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"|?*%;\s]+/g, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  const short = Array.from(stem).slice(0, MOST_LETTERS).join('').trim()
  return `${short || 'document'}.${DOCUMENT_TYPES[type]?.ending ?? 'bin'}`
}
