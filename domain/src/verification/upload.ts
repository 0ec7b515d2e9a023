import { type DocumentKind, DOCUMENTS } from './document.ts'

/** A field of a partner that holds a document's address (§3). */
export type DocumentField = (typeof DOCUMENTS)[keyof typeof DOCUMENTS]['field']

export const DOCUMENT_FIELDS: readonly DocumentField[] = Object.values(DOCUMENTS).map(
  ({ field }) => field,
)

/** The media types that are accepted as documents, with their kind (§2.10) and file name ending. */
export const DOCUMENT_TYPES: Readonly<Record<string, { kind: DocumentKind; ending: string }>> = {
  'image/jpeg': { kind: 'image', ending: 'jpg' },
  'image/png': { kind: 'image', ending: 'png' },
  'image/gif': { kind: 'image', ending: 'gif' },
  'image/bmp': { kind: 'image', ending: 'bmp' },
  'image/webp': { kind: 'image', ending: 'webp' },
  'application/pdf': { kind: 'pdf', ending: 'pdf' },
  'application/msword': { kind: 'office', ending: 'doc' },
  'application/vnd.ms-excel': { kind: 'office', ending: 'xls' },
  'application/vnd.ms-powerpoint': { kind: 'office', ending: 'ppt' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    kind: 'office',
    ending: 'docx',
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    kind: 'office',
    ending: 'xlsx',
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    kind: 'office',
    ending: 'pptx',
  },
  'video/mp4': { kind: 'video', ending: 'mp4' },
  'video/webm': { kind: 'video', ending: 'webm' },
}

const MEGABYTE = 1024 * 1024

/** Maximum size of a document of each kind, in megabytes. */
export const MAX_MEGABYTES: Readonly<Record<DocumentKind, number>> = {
  image: 10,
  pdf: 20,
  office: 20,
  video: 100,
}

/** Returns the kind of a document of this media type (§2.10), or `null` if the type is not accepted. */
export function kindOfType(type: string): DocumentKind | null {
  return (Object.hasOwn(DOCUMENT_TYPES, type) && DOCUMENT_TYPES[type]?.kind) || null
}

/** Returns why a file of this media type is not accepted for this field, or `null`. */
export function typeProblem(field: DocumentField, type: string | null): string | null {
  const kind = type === null ? null : kindOfType(type)
  if (field === 'videoUrl') return kind === 'video' ? null : 'Send the video as MP4 or WebM.'
  if (kind !== null && kind !== 'video') return null
  return 'Send an image (JPG, PNG, GIF, BMP, WebP), a PDF, or a Word, Excel or PowerPoint file.'
}

/** Returns why a file of this many bytes is too large for its type, or `null`. */
export function sizeProblem(type: string, bytes: number): string | null {
  const kind = kindOfType(type)
  if (kind === null || bytes <= MAX_MEGABYTES[kind] * MEGABYTE) return null
  return `The file is larger than ${MAX_MEGABYTES[kind]} MB.`
}

/** Returns the most bytes of a file for this field, or of any file for `null`. */
export function maxDocumentBytes(field: DocumentField | null): number {
  const kinds = Object.keys(MAX_MEGABYTES) as DocumentKind[]
  const possible =
    field === null ? kinds : kinds.filter((k) => (k === 'video') === (field === 'videoUrl'))
  return MEGABYTE * Math.max(...possible.map((kind) => MAX_MEGABYTES[kind]))
}
