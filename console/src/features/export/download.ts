/** Milliseconds after which a blob URL is revoked. The browser has read the blob by then. */
const REVOKE_DELAY_MS = 60_000

/** Starts a download by the browser, which writes a file of any size to the disk without holding it in memory. */
export function download({ url, name }: { url: string; name: string }) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  // a browser ignores `download` for another origin, and the answer must not replace this page
  if (new URL(url, location.href).origin !== location.origin) link.target = '_blank'
  link.rel = 'noopener'
  link.click()
  if (url.startsWith('blob:')) setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}
