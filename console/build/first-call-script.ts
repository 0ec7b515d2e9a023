import type { FirstCall } from '../src/features/client/first-call.ts'

/**
 * Runs inline behind the first-paint script: sends the first call of the opened screen, so that its answer arrives while
 * the console loads. `calls` are URLs with placeholders, by the screen's folder. Sends nothing if the page is not that of
 * our own server, or without a session. The page contains the source of this function.
 */
export function firstCallScript(calls: Record<string, string>) {
  const { searchParams, pathname } = new URL(location.href)
  const call = calls[document.documentElement.dataset['screen'] ?? '']
  // the parameters are filters or another tab, unless the call is about one record
  const isOther = location.search + location.hash !== '' && !/\{\w+Id\}/.test(call ?? '')
  const { kind, host, idleMinutes } = JSON.parse(
    document.getElementById('config')?.textContent ?? '{}',
  ) as { kind?: string; host?: string; idleMinutes?: number }
  if (call === undefined || isOther || kind !== 'mandap' || host !== '') return
  const token = localStorage.getItem('mandap.admin.token')
  const active = localStorage.getItem('mandap.admin.active')
  // the console ends this session when it starts
  const idle = active === null ? 0 : Date.now() - Number(active)
  if (token === null || idle >= Number(idleMinutes) * 60_000) return

  const { Temporal } = globalThis as {
    Temporal?: { Now: { timeZoneId(): string; plainDateISO(): { toJSON(): string } } }
  }
  const values: Record<string, string | null | undefined> = {
    pathId: pathname.split('/').at(-1),
    searchId: searchParams.get('id'),
    today: Temporal?.Now.plainDateISO().toJSON(),
    timeZone: Temporal?.Now.timeZoneId(),
  }
  let isComplete = true
  const url = call.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    isComplete &&= value !== ''
    return encodeURIComponent(value)
  })
  if (!isComplete) return
  const authorization = `Bearer ${token}`
  const controller = new AbortController()
  const answer = fetch(url, {
    headers: { accept: 'application/json', authorization },
    cache: 'no-cache',
    priority: 'low',
    signal: controller.signal,
  })
  // the console handles a failure if it uses the answer
  answer.catch(() => {})
  const sent: FirstCall = { url, authorization, answer, abort: (why) => controller.abort(why) }
  window.firstCall = sent
}
