import type { DocumentKind } from '@mandap/domain/verification/document.ts'
import { queryOptions } from '@tanstack/react-query'
import { kindOfContentType } from './content-type.ts'

/**
 * What a browser finds out about a document: how it is shown, `unknown` for a kind that has no viewer,
 * `unreadable` where the host of the document lets no other page read it and it is no picture.
 */
export type Recognised = DocumentKind | 'unknown' | 'unreadable'

/** Milliseconds after which a document counts as not arrived. */
const TIMEOUT = 30_000

/** Bytes at the start of a file in which a PDF says that it is one. */
const START = 1024

/**
 * Finds out the kind of a document whose address does not tell it: by its Content-Type, else by its
 * content. Throws where the host of the document answers with an error, or not at all.
 */
export async function recognise(
  url: string,
  left: AbortSignal,
  isPicture = loadsAsPicture,
): Promise<Recognised> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(TIMEOUT)])
  const read = await readStart(url, signal)
  const told = read && kindOfContentType(read.type)
  if (told) return told
  if (read?.start.includes('%PDF-')) return 'pdf'
  // a picture is also shown from where no other page may read it
  if (await isPicture(url, signal)) return 'image'
  return read === null ? 'unreadable' : 'unknown'
}

/** What `recognise` finds out, once for each address. */
export function recognisedDocument(url: string) {
  return queryOptions({
    queryKey: ['documents', 'recognised', url],
    queryFn: ({ signal }) => recognise(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  })
}

/** Content-Type and first bytes; `null` where this page may not read them. The rest is not fetched. */
async function readStart(
  url: string,
  signal: AbortSignal,
): Promise<{ type: string; start: string } | null> {
  let answer: Response
  try {
    answer = await fetch(url, { signal, referrerPolicy: 'no-referrer', credentials: 'omit' })
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
  while (start.length < START) {
    const { done, value } = await reader.read()
    if (done) break
    start += decoder.decode(value, { stream: true })
  }
  void reader.cancel().catch(() => {})
  return start.slice(0, START)
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
