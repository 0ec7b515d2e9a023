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
  const signs = Array.from(stem)
  const [first, last] = [signs.findIndex(isOfName), signs.findLastIndex(isOfName)]
  const short = signs
    .slice(first, last + 1)
    .slice(0, MOST_LETTERS)
    .join('')
    .trim()
  return `${short || 'document'}.${DOCUMENT_TYPES[type]?.ending ?? 'bin'}`
}

/** Whether a name may begin and end with it. */
function isOfName(sign: string): boolean {
  return !/[\s.]/.test(sign)
}
