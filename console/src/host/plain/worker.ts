import { ApiError } from '../api-error.ts'
import { type Lists, listsOf } from './lists.ts'
import type { FromWorker, ToWorker } from './lists-in-worker.ts'

/** Keeps a plain host's lists beside the page: fetches, parses, matches and sorts them. */

let lists: Lists | null = null
let token: string | null = null
const open = new Set<number>()

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
const post = (message: FromWorker) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'open':
      lists = listsOf(
        // a refused token is renewed by the page, which then asks again
        { base: data.base, timeout: data.timeout, token: () => token, onUnauthorised() {} },
        data.settings,
      )
      lists.watch(() => post({ kind: 'changed' }))
      break
    case 'ask':
      token = data.token
      void answer(data)
      break
    case 'drop':
      open.delete(data.id)
      break
    case 'refresh':
      lists?.refresh()
      break
    case 'showDeleted':
      lists?.showDeleted(data.partnerId)
      break
    case 'showSwapped':
    case 'showDecided':
      lists?.[data.kind](data.record)
  }
})

async function answer({ id, question, request }: ToWorker & { kind: 'ask' }): Promise<void> {
  open.add(id)
  // questions dropped by the next key stroke arrive together with it: let them be taken back first
  await new Promise((resolve) => setTimeout(resolve))
  if (!open.delete(id)) return
  try {
    const read = lists?.[question] as (request: unknown) => Promise<unknown>
    post({ kind: 'answer', id, value: await read(request) })
  } catch (error) {
    if (error instanceof ApiError) {
      const { cause, ...details } = error.details
      if (cause) console.warn(cause)
      post({ kind: 'failure', id, failure: error.kind, details })
    } else post({ kind: 'defect', id, message: String(error) })
  }
}
