import { maskFileName } from '@mandap/domain/partner/personal-form.ts'
import { DOCUMENT_TYPES } from '@mandap/domain/verification/upload.ts'

const MAX_LETTERS = 80

/**
 * Returns the name of an uploaded file without paths, misleading characters and whole personal numbers, with the extension
 * of its detected type.
 */
export function cleanName(written: string, type: string): string {
  const [file = ''] = written.split(/[\\/]/).slice(-1)
  const stem = file
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    // control characters, and characters that change direction or are invisible
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"|?*%;\s]+/g, ' ')
  const signs = Array.from(maskFileName(stem))
  const [first, last] = [signs.findIndex(isOfName), signs.findLastIndex(isOfName)]
  const short = signs
    .slice(first, last + 1)
    .slice(0, MAX_LETTERS)
    .join('')
    .trim()
  return `${short || 'document'}.${DOCUMENT_TYPES[type]?.ending ?? 'bin'}`
}

/** Returns whether a name may begin and end with the character. */
function isOfName(sign: string): boolean {
  return !/[\s.]/.test(sign)
}
