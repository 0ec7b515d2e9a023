import type { ServerResponse } from 'node:http'
import { listen } from '@mandap/server/testing/listen.ts'

/** Returns a PDF with a page for each text. Its table of contents is missing, so that readers look for the objects. */
export function pdfOfPages(
  texts: readonly string[],
  { catalog = '', page = '', trailer = '' } = {},
) {
  const kids = texts.map((_text, at) => `${10 + 2 * at} 0 R`).join(' ')
  const pages = texts.map((text, at) => {
    const content = `BT /F1 24 Tf 50 100 Td (${text}) Tj ET`
    return `${10 + 2 * at} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${11 + 2 * at} 0 R/Resources<</Font<</F1 5 0 R>>>>${page}>>endobj
${11 + 2 * at} 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj`
  })
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${texts.length}>>endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${pages.join('\n')}
trailer<</Root 1 0 R${trailer}>>`
}

export const PDF = pdfOfPages(['SPECIMEN'])

/** A PDF that cannot be opened without a password. */
export const LOCKED_PDF = pdfOfPages(['SECRET'], {
  trailer: `/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'01'.repeat(32)}>/U<${'02'.repeat(32)}>>>`,
})

/** Returns a PDF that tries to run scripts and to call an address when it is opened and when it is clicked. */
export function hostilePdf(url: string) {
  const call = `<</S/URI/URI(${url}/called)>>`
  const script = `<</S/JavaScript/JS(app.alert\\('called'\\); this.submitForm\\('${url}/called-script'\\))>>`
  return pdfOfPages(['HOSTILE'], {
    catalog: `/OpenAction ${script}/AA<</WC ${script}>>/Names<</JavaScript<</Names[(a) ${script}]>>>>`,
    page: `/AA<</O ${call}>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 300 200]/A ${call}>>]`,
  })
}

/** An image of 2 × 1 pixels. Browsers show it whatever its file name is. */
export const PICTURE = Buffer.from(
  'R0lGODlhAgABAIAAAGZmzP///yH5BAAAAAAALAAAAAACAAEAAAICBAoAOw==',
  'base64',
)

/** Starts a server of documents, which are images or PDFs by their file names. */
export async function documentServer() {
  const requested: string[] = []
  /** Files by path and query. */
  const files = new Map<string, { type: string; body: Buffer }>()
  /** Paths that pages of other origins may not read. */
  const closed = new Set<string>()
  /** Paths that are answered with 503. */
  const broken = new Set<string>()
  const held: PromiseWithResolvers<void>[] = []
  /** Paths that are answered after `release`. */
  const slow = new Set<string>()

  async function answer(path: string, response: ServerResponse) {
    requested.push(path)
    if (slow.has(path)) {
      const hold = Promise.withResolvers<void>()
      held.push(hold)
      await hold.promise
    }
    if (!closed.has(path)) response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cache-control', 'no-store')
    if (broken.has(path)) return void response.writeHead(503).end()
    const file = files.get(path)
    if (file) return void response.setHeader('content-type', file.type).end(file.body)
    if (path.endsWith('.pdf'))
      return void response.setHeader('content-type', 'application/pdf').end(PDF)
    response.setHeader('content-type', 'image/gif').end(PICTURE)
  }

  const { url, close } = await listen(
    (request, response) => void answer(request.url ?? '', response),
  )
  return {
    url,
    requested,
    broken,
    closed,
    files,
    slow,
    release: () => held.splice(0).forEach(({ resolve }) => resolve()),
    close,
  }
}
