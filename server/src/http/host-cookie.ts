/** Behind https: browsers accept a cookie of this name only from this host, over https, and for every path. */
export const HOST_PREFIX = '__Host-'

interface HostCookie {
  name: string
  value: string
  /** The path without https: browsers send the cookie only to the calls below it. */
  path: string
  seconds: number
  isSecure: boolean
}

/** Returns the Set-Cookie header of a cookie that scripts cannot read, and that pages of other sites do not send. */
export function hostCookie({ name, value, path, seconds, isSecure }: HostCookie): string {
  const cookie = `${name}=${value}`
  const scope = isSecure ? [HOST_PREFIX + cookie, 'Path=/', 'Secure'] : [cookie, `Path=${path}`]
  return [...scope, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict'].join('; ')
}
