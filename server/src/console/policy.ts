import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

/** Where the built console lies, once it was built. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console/dist')

/**
 * Content-Security-Policy directives: our own files, and what the settings name beyond them, the identity
 * service, places of documents and external viewers.
 */
export function contentPolicy(config: Config, folder: string) {
  const { documentOrigins = [], officeViewer, pdfViewer } = config
  const viewers = [officeViewer, pdfViewer].flatMap((address) =>
    address === undefined ? [] : [new URL(address).origin],
  )
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : ''
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...inlineHashes(html, 'script')],
    'style-src': ["'self'", ...inlineHashes(html, 'style')],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:', ...documentOrigins],
    'media-src': ["'self'", 'blob:', ...documentOrigins],
    'frame-src': ["'self'", 'blob:', ...new Set(viewers)],
    'worker-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...documentOrigins,
      ...(config.identity === 'firebase' ? GOOGLE : []),
    ],
  }
}

const GOOGLE = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

// the build may inline first styles and a theme script; their hashes admit exactly these
function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  return html
    .split(`<${tag}`)
    .slice(1)
    .flatMap((element) => {
      const attributes = element.slice(0, element.indexOf('>'))
      if (/\ssrc=/.test(attributes)) return []
      const content = element.slice(attributes.length + 1, element.indexOf(`</${tag}>`))
      return [`'sha256-${createHash('sha256').update(content).digest('base64')}'`]
    })
}
