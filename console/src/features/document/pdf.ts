import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import textStyle from './pdf-text.css?inline'
import type { Size } from './ViewerFrame.tsx'

// with PDF.js, not in the page, which has to arrive in its first packets
const sheet = new CSSStyleSheet()
sheet.replaceSync(textStyle)
document.adoptedStyleSheets.push(sheet)

/** The files that `console/build/pdf-assets.ts` publishes. */
const FILES = new URL(`${import.meta.env.BASE_URL}assets/pdfjs-${version}/`, document.baseURI).href

/** Maximum number of pixels of a drawn page: the largest canvas of Safari on a phone. */
const MAX_PIXELS = 2 ** 24

/** Maximum number of pixels of a picture in a PDF. A larger one is not drawn. */
const MAX_PICTURE_PIXELS = 2 ** 27

export interface Pdf {
  pageCount: number
  /** Reads a page. The first has the number 1. */
  page: (number: number) => Promise<PdfPage>
}

export interface PdfPage extends Size {
  number: number
  /** Draws the page with device pixels per point of the page, or fewer if there would be too many. */
  draw: (canvas: HTMLCanvasElement, scale: number, signal: AbortSignal) => Promise<void>
  /** Adds the text of the page, which `--total-scale-factor` scales. */
  addText: (layer: HTMLElement, signal: AbortSignal) => Promise<void>
  /** Frees the decoded pictures and the drawing commands. The page can be drawn again. */
  release: () => void
}

/**
 * Opens a PDF until the signal aborts. Its scripts do not run, its links cannot be followed, and nothing is requested
 * but our own files. Rejects if it is damaged or needs a password.
 */
export async function openPdf(data: ArrayBuffer, signal: AbortSignal): Promise<Pdf> {
  GlobalWorkerOptions.workerSrc = `${FILES}pdf.worker.js`
  const task = getDocument({
    data: new Uint8Array(data),
    verbosity: VerbosityLevel.ERRORS,
    useWorkerFetch: true,
    // the standard fonts have the widths that a PDF expects; this machine's may have others
    useSystemFonts: false,
    standardFontDataUrl: FILES,
    wasmUrl: FILES,
    // the Content-Security-Policy does not allow WebAssembly; the decoders are JavaScript
    useWasm: false,
    enableXfa: false,
    maxImageSize: MAX_PICTURE_PIXELS,
  })
  signal.addEventListener('abort', () => void task.destroy())
  const file: PDFDocumentProxy = await task.promise
  return {
    pageCount: file.numPages,
    page: async (number) => openedPage(await file.getPage(number), number),
  }
}

function openedPage(page: PDFPageProxy, number: number): PdfPage {
  const natural = page.getViewport({ scale: 1 })
  return {
    number,
    width: natural.width,
    height: natural.height,
    async draw(canvas, scale, signal) {
      const most = Math.sqrt(MAX_PIXELS / (natural.width * natural.height))
      const viewport = page.getViewport({ scale: Math.min(scale, most) })
      // the page stays visible while it is drawn with more pixels
      const drawn = document.createElement('canvas')
      drawn.width = Math.max(1, Math.floor(viewport.width))
      drawn.height = Math.max(1, Math.floor(viewport.height))
      const task = page.render({ canvas: drawn, viewport })
      const cancel = () => task.cancel()
      signal.addEventListener('abort', cancel)
      await task.promise.finally(() => signal.removeEventListener('abort', cancel))
      signal.throwIfAborted()
      canvas.width = drawn.width
      canvas.height = drawn.height
      canvas.getContext('2d')?.drawImage(drawn, 0, 0)
    },
    async addText(layer, signal) {
      const text = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: layer,
        viewport: natural,
      })
      const cancel = () => text.cancel()
      signal.addEventListener('abort', cancel)
      await text.render().finally(() => signal.removeEventListener('abort', cancel))
    },
    release: () => void page.cleanup(),
  }
}
