import type { DocumentKind } from '@mandap/domain/verification/document.ts'
import { kindOfType } from '@mandap/domain/verification/upload.ts'

/** Returns how to show a document with this Content-Type (§2.10), or `null` if the type is too general. */
export function kindOfContentType(contentType: string): DocumentKind | null {
  const [type = ''] = contentType.split(';')
  const plain = type.trim().toLowerCase()
  return kindOfType(plain) ?? (plain.startsWith('video/') ? 'video' : null)
}
