/** Milliseconds after which the frame of a download is removed. The download has started by then, and continues. */
const FRAME_MS = 5 * 60_000

interface Download {
  url: string
  name: string
  /** Sent in a form, so that it is in no address. */
  secret?: string | undefined
  /** Called if the host answers the form with an error. */
  onFailed: () => void
}

/** Starts a download by the browser, which writes a file of any size to the disk without holding it in memory. */
export function download({ url, name, secret, onFailed }: Download) {
  if (secret === undefined) follow(url, name)
  else submit(url, secret, onFailed)
}

function follow(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  // a browser ignores `download` for another origin, and the answer must not replace this page
  if (new URL(url, location.href).origin !== location.origin) link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}

/** Sends the form to a hidden frame, so that an error does not replace this page. */
function submit(url: string, secret: string, onFailed: () => void) {
  const frame = document.createElement('iframe')
  frame.name = `download-${Math.random().toString(36).slice(2)}`
  frame.hidden = true
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.target = frame.name
  form.hidden = true
  const field = document.createElement('input')
  field.name = 'secret'
  field.value = secret
  form.append(field)
  document.body.append(frame, form)
  // a download loads nothing into the frame, only an error does
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL !== 'about:blank') onFailed()
  })
  form.submit()
  form.remove()
  setTimeout(() => frame.remove(), FRAME_MS)
}
