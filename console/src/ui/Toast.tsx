import { useEffect, useId, useSyncExternalStore } from 'preact/compat'
import { Icon } from './Icon.tsx'

/** How long a message is shown, in milliseconds (§9). */
export const TOAST_MS = { success: 1500, error: 3000 }

interface Message {
  kind: keyof typeof TOAST_MS
  text: string
  /** Distinguishes equal messages, so that each is announced. */
  count: number
}

let shown: Message | null = null
let standing: string | null = null
let regions: readonly string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let count = 0
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows a message over everything: a success for 1.5 s, an error for 3 s. It replaces an earlier message. */
export function showToast(kind: Message['kind'], text: string) {
  clearTimeout(timer)
  count += 1
  shown = { kind, text, count }
  timer = setTimeout(() => {
    shown = null
    notify()
  }, TOAST_MS[kind])
  notify()
}

/** Shows a sentence in each open dialog, which covers the notice of the layout, until it is called with null. */
export function showInDialogs(text: string | null) {
  standing = text
  notify()
}

/**
 * Shows messages. The layout has one region and each dialog its own, because everything outside an open
 * modal dialog is inert and not announced. The newest region shows the message.
 */
export function ToastRegion() {
  const id = useId()
  const message = useSyncExternalStore(subscribe, () => shown)
  const newest = useSyncExternalStore(subscribe, () => regions.at(-1))
  const notice = useSyncExternalStore(subscribe, () => standing)
  const isInDialog = useSyncExternalStore(subscribe, () => regions.indexOf(id) > 0)

  useEffect(() => {
    regions = [...regions, id]
    notify()
    return () => {
      regions = regions.filter((region) => region !== id)
      notify()
    }
  }, [id])

  const own = newest === id ? message : null
  return (
    // below the top bar, so that it covers neither the logo nor the time left of Super Admin
    <div className="pointer-events-none fixed inset-x-0 top-16 z-50 flex flex-col items-center gap-2 px-4">
      <output>
        {isInDialog && newest === id && notice && <ToastText kind="waiting" text={notice} />}
      </output>
      <output>{own?.kind === 'success' && <ToastText key={own.count} {...own} />}</output>
      <div role="alert">{own?.kind === 'error' && <ToastText key={own.count} {...own} />}</div>
    </div>
  )
}

const COLORS = {
  success: 'bg-positive-soft text-positive-text',
  error: 'bg-negative-soft text-negative-text',
  waiting: 'bg-warning-soft text-warning-text',
}

function ToastText({ kind, text }: { kind: keyof typeof COLORS; text: string }) {
  return (
    <p
      className={`flex items-center gap-2 rounded-md px-4 py-2.5 font-medium shadow-dialog ${COLORS[kind]}`}
    >
      <Icon name={kind === 'success' ? 'check' : 'alert'} className="size-4.5" />
      {text}
    </p>
  )
}
