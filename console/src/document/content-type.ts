import type { DocumentKind } from '@mandap/domain/verification/document.ts'
import { kindOfType } from '@mandap/domain/verification/upload.ts'

/** How a document with this Content-Type is shown (§2.10); `null` where the type does not tell. */
export function kindOfContentType(contentType: string): DocumentKind | null {
  const [type = ''] = contentType.split(';')
  const plain = type.trim().toLowerCase()
  return kindOfType(plain) ?? (plain.startsWith('video/') ? 'video' : null)
}
