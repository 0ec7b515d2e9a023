import type { FirstCall } from '../src/features/client/first-calls.ts'

/** A call as templates with placeholders. */
export interface CallTemplate {
  url: string
  /** The rest of the query, which is sent as a header. */
  query?: string
  /** URLs of the calls about each record of the answer, such as `/user/{userId}` or `/documents/{aadharUrl}/link`. */
  next?: readonly string[]
}

interface FirstCallsOf {
  /** By the screen's folder. */
  screens: Record<string, readonly CallTemplate[]>
  /** The records of a list about which calls follow. */
  rows: number
}

type Values = Record<string, string | number | null | undefined>

/**
 * Runs inline behind the first-paint script: sends the first calls of the opened screen, so that their answers arrive while
 * the console loads. Sends nothing without a session, or if the page is not that of our own server. The page contains the
 * source of this function.
 */
export function firstCallsScript({ screens, rows }: FirstCallsOf) {
  const { searchParams, pathname } = new URL(location.href)
  const { kind, host, idleMinutes } = JSON.parse(
    document.getElementById('config')?.textContent ?? '{}',
  ) as { kind?: string; host?: string; idleMinutes?: number }
  if (kind !== 'mandap' || host !== '') return
  const token = localStorage.getItem('mandap.admin.token')
  const active = localStorage.getItem('mandap.admin.active')
  // the console ends this session when it starts
  const idle = active === null ? 0 : Date.now() - Number(active)
  if (token === null || idle >= Number(idleMinutes) * 60_000) return

  const { Temporal } = globalThis as {
    Temporal?: { Now: { timeZoneId(): string; plainDateISO(): { toJSON(): string } } }
  }
  const authorization = `Bearer ${token}`
  const sent: FirstCall[] = (window.firstCalls = [])

  function send({ url: path, query: others = '', next: following }: CallTemplate, values: Values) {
    let isComplete = true
    const [url = '', query = ''] = [path, others].map((template) =>
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        // the address of a document ends with its id; one with a scheme is elsewhere
        const value = String(values[name] ?? '').replace('/documents/', '')
        isComplete &&= value !== '' && !value.includes(':')
        return encodeURIComponent(value)
      }),
    )
    if (!isComplete || sent.some((other) => other.url === url)) return
    const controller = new AbortController()
    const answer = fetch(url, {
      headers: { accept: 'application/json', authorization, ...(query && { 'x-query': query }) },
      cache: 'no-cache',
      priority: 'low',
      signal: controller.signal,
    }).then(async (response) => {
      // before the console has the answer, so that it does not send these calls too
      if (following && response.ok) await follow(following, response.clone()).catch(() => {})
      return response
    })
    // the console handles a failure if it uses the answer
    answer.catch(() => {})
    sent.push({ url, query, authorization, answer, abort: (why) => controller.abort(why) })
  }

  /** Sends the calls about the records of an answer. Fails for a record in another form, which the console may accept. */
  async function follow(urls: readonly string[], response: Response) {
    const json = (await response.json()) as Values & { data?: Values[] }
    const records = json.data ?? [json]
    for (const record of records.slice(0, rows)) for (const url of urls) send({ url }, record)
  }

  // the parameters of a list are filters or another tab
  for (const template of screens[document.documentElement.dataset['screen'] ?? ''] ?? [])
    if (location.search + location.hash === '' || !template.url.includes('?'))
      send(template, {
        pathId: pathname.split('/').at(-1),
        searchId: searchParams.get('id'),
        today: Temporal?.Now.plainDateISO().toJSON(),
        timeZone: Temporal?.Now.timeZoneId(),
      })
}
