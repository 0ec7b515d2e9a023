import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

/** The folder of the built console. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console/dist')

/**
 * Returns the directives of the Content-Security-Policy: our own files, the identity service, and the
 * document origins and viewers of the settings. A directive that would only repeat `default-src` is omitted, because the
 * page and its headers have to arrive in ten packets.
 */
export function contentPolicy(config: Config, folder: string) {
  const { documentOrigins = [], officeViewer, pdfViewer } = config
  const viewers = [officeViewer, pdfViewer].flatMap((address) =>
    address === undefined ? [] : [new URL(address).origin],
  )
  const called = [...documentOrigins, ...(config.identity === 'firebase' ? GOOGLE : [])]
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : ''
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...inlineHashes(html, 'script')],
    'require-trusted-types-for': ["'script'"],
    // the one policy of the page: console/build/trusted-types-script.ts
    'trusted-types': ['default'],
    'style-src': ["'self'", ...inlineHashes(html, 'style')],
    'img-src': ["'self'", 'blob:', 'data:', ...documentOrigins],
    'media-src': ["'self'", 'blob:', ...documentOrigins],
    ...(viewers.length > 0 && { 'frame-src': ["'self'", ...new Set(viewers)] }),
    ...(called.length > 0 && { 'connect-src': ["'self'", ...called] }),
  }
}

const GOOGLE = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

// the build may inline styles and a theme script; these hashes allow them
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
