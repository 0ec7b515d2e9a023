import { HOST_PREFIX, hostCookie } from '../http/host-cookie.ts'

/**
 * The cookie with which a page reads documents, because its images and videos cannot send a token. A browser sends it to
 * this server alone, and never for pages of other sites.
 */
const COOKIE = 'mandap-documents'

/** Returns the Set-Cookie header with a value that is used for some seconds. */
export function documentCookie(value: string, seconds: number, isSecure: boolean): string {
  return hostCookie({ name: COOKIE, value, path: '/documents', seconds, isSecure })
}

/** Returns the value of the cookie, or undefined. */
export function documentCookieIn(cookies = '', isSecure: boolean): string | undefined {
  const name = isSecure ? HOST_PREFIX + COOKIE : COOKIE
  for (const cookie of cookies.split(';')) {
    const [key = '', value = ''] = cookie.trim().split('=')
    if (key === name) return value
  }
  return undefined
}
