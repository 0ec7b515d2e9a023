import { listen } from '@mandap/server/testing/listen.ts'

/** Starts an external viewer at `template`: a page that shows the address of its document. */
export async function externalViewer() {
  const requested: string[] = []
  const viewer = { isFramed: true }
  const { url: origin, close } = await listen((request, response) => {
    const src = new URL(request.url ?? '/', 'http://viewer').searchParams.get('src') ?? ''
    requested.push(src)
    if (!viewer.isFramed) response.setHeader('x-frame-options', 'DENY')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>Viewer</title><h1>Viewing a document</h1>')
  })
  return Object.assign(viewer, {
    origin,
    template: `${origin}/view?src={url}`,
    /** The addresses of the requested documents, in order. */
    requested,
    close,
  })
}
