import type { DocumentKind } from '@mandap/domain/verification/document.ts'
import { queryOptions } from '@tanstack/preact-query'
import { kindOfContentType } from './content-type.ts'

/**
 * What the browser finds out about a document: how to show it, `unknown` for a kind without a viewer, or
 * `unreadable` if its host forbids other pages to read it and it is not an image.
 */
export type Recognised = DocumentKind | 'unknown' | 'unreadable'

/** Milliseconds after which a document that has not arrived counts as failed. */
const TIMEOUT_MS = 30_000

/** Documents are fetched without the person's session. */
const REQUEST = { referrerPolicy: 'no-referrer', credentials: 'same-origin' } as const

/** The signature of a PDF is within this many bytes of the start. */
const START_BYTES = 1024

/**
 * Finds out the kind of a document whose URL does not tell it, from its Content-Type or its content. Throws if
 * the host of the document answers with an error or not at all.
 */
export async function recognise(
  url: string,
  left: AbortSignal,
  isPicture = loadsAsPicture,
): Promise<Recognised> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(TIMEOUT_MS)])
  const read = await readStart(url, signal)
  const kind = read && kindOfContentType(read.type)
  if (kind) return kind
  if (read?.start.includes('%PDF-')) return 'pdf'
  // a page may show an image that it may not read
  if (await isPicture(url, signal)) return 'image'
  return read === null ? 'unreadable' : 'unknown'
}

/** A document that is shown by its content, from this URL. */
export interface Misnamed {
  kind: 'image' | 'pdf'
  url: string
}

/**
 * Returns what a document is that its viewer could not show, if its name or Content-Type says another kind: an image that is
 * named as a PDF, or a PDF that is named as an image. Returns null for every other document. The caller revokes a `blob:` URL.
 */
export async function misnamed(
  kind: Recognised | undefined,
  url: string,
  left: AbortSignal,
  isPicture = loadsAsPicture,
): Promise<Misnamed | null> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    if (kind === 'pdf') return await pictureIn(url, signal, isPicture)
    if (kind !== 'image') return null
    return (await readStart(url, signal))?.start.includes('%PDF-') ? { kind: 'pdf', url } : null
  } catch {
    return null
  }
}

async function pictureIn(
  url: string,
  signal: AbortSignal,
  isPicture: typeof loadsAsPicture,
): Promise<Misnamed | null> {
  const answer = await fetch(url, { signal, ...REQUEST })
  if (!answer.ok) return null
  // browsers show no image of another origin that its server calls a PDF
  const copy = URL.createObjectURL(await answer.blob())
  const isImage = await isPicture(copy, signal).catch(() => false)
  if (isImage) return { kind: 'image', url: copy }
  URL.revokeObjectURL(copy)
  return null
}

/** Returns the query of `recognise`, cached per URL. */
export function recognisedDocument(url: string) {
  return queryOptions({
    queryKey: ['documents', 'recognised', url],
    queryFn: ({ signal }) => recognise(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  })
}

/** Returns the Content-Type and the first bytes, or `null` if the page may not read them. Does not fetch the rest. */
async function readStart(
  url: string,
  signal: AbortSignal,
): Promise<{ type: string; start: string } | null> {
  let answer: Response
  try {
    answer = await fetch(url, { signal, ...REQUEST })
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
  if (!answer.ok) throw new Error(`The document answered ${answer.status}.`)
  return {
    type: answer.headers.get('content-type') ?? '',
    start: answer.body === null ? '' : await firstBytes(answer.body.getReader()),
  }
}

async function firstBytes(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('latin1')
  let start = ''
  while (start.length < START_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    start += decoder.decode(value, { stream: true })
  }
  void reader.cancel().catch(() => {})
  return start.slice(0, START_BYTES)
}

function loadsAsPicture(url: string, signal: AbortSignal): Promise<boolean> {
  const picture = new Image()
  picture.referrerPolicy = 'no-referrer'
  return new Promise((resolve, reject) => {
    picture.addEventListener('load', () => resolve(true))
    picture.addEventListener('error', () => resolve(false))
    signal.addEventListener('abort', () => {
      picture.removeAttribute('src')
      reject(signal.reason as Error)
    })
    picture.src = url
  })
}
