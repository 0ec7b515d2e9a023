import { useEffect, useId, useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'

/** Milliseconds a message stays (§9). */
const STAYS = { success: 1500, error: 3000 }

interface Message {
  kind: keyof typeof STAYS
  text: string
}

let shown: Message | null = null
let places: readonly string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows a message over everything: a success for 1.5 s, an error for 3 s. A newer one replaces it. */
export function showToast(kind: Message['kind'], text: string) {
  clearTimeout(timer)
  shown = { kind, text }
  timer = setTimeout(() => {
    shown = null
    changed()
  }, STAYS[kind])
  changed()
}

/**
 * Where messages appear. The frame has one, and each dialog its own: what lies outside an open
 * modal dialog is inert, so a message there would not be announced. The newest place shows it.
 */
export function ToastRegion() {
  const id = useId()
  const message = useSyncExternalStore(subscribe, () => shown)
  const newest = useSyncExternalStore(subscribe, () => places.at(-1))

  useEffect(() => {
    places = [...places, id]
    changed()
    return () => {
      places = places.filter((place) => place !== id)
      changed()
    }
  }, [id])

  const here = newest === id ? message : null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-4 z-50 flex justify-center px-4">
      <output>{here?.kind === 'success' && <Words {...here} />}</output>
      <div role="alert">{here?.kind === 'error' && <Words {...here} />}</div>
    </div>
  )
}

function Words({ kind, text }: Message) {
  return (
    <p
      className={`flex items-center gap-2 rounded-md px-4 py-2.5 font-medium shadow-dialog ${
        kind === 'success'
          ? 'bg-positive-soft text-positive-text'
          : 'bg-negative-soft text-negative-text'
      }`}
    >
      <Icon name={kind === 'success' ? 'check' : 'alert'} className="size-4.5" />
      {text}
    </p>
  )
}
