import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { exportOf } from '../../testing/export.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { ADMINISTRATOR, startServer } from '../../testing/server.ts'
import { freeServerPort } from '../../testing/port.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'

const TOKEN = 'a-token-of-the-metrics-of-a-test'
const TOOLKIT = '/identitytoolkit.googleapis.com/v1'
const METRICS = { headers: { authorization: `Bearer ${TOKEN}` } }

describe('with METRICS_TOKEN', () => {
  let api: Awaited<ReturnType<typeof startApi>>
  /** Whether the mail server refuses mails. */
  let isRefused = false

  beforeAll(async () => {
    const mail = async () => {
      if (isRefused) throw new Error('no such mailbox')
    }
    api = await startApi({ METRICS_TOKEN: TOKEN }, { mail })
  })
  afterAll(() => api.close())

  /** Returns the value of each metric with its labels, as the text has them. */
  async function metrics(): Promise<Map<string, number>> {
    const answer = await fetch(`${api.url}/metrics`, METRICS)
    expect(answer.status).toBe(200)
    const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
    return new Map(
      lines.map((line) => {
        const end = line.lastIndexOf(' ')
        return [line.slice(0, end), Number(line.slice(end + 1))]
      }),
    )
  }

  test('answers only those who have the token', async () => {
    expect((await fetch(`${api.url}/metrics`)).status).toBe(401)
    const wrong = { headers: { authorization: `Bearer ${TOKEN}s` } }
    expect((await fetch(`${api.url}/metrics`, wrong)).status).toBe(401)
    const answer = await fetch(`${api.url}/metrics`, METRICS)
    expect(answer.headers.get('content-type')).toContain('version=0.0.4')
    await answer.body?.cancel()
  })

  test('counts answers by the name of the call and the status, and the time of each call', async () => {
    await api.call('GET', '/bookings?limit=5')
    await api.call('GET', '/bookings/unknown-booking')
    await api.call('PATCH', '/bookings/unknown-booking', { body: {} })
    await fetch(`${api.url}/no/such/path`)
    // an answer is counted once it is sent, which may be after it was received
    const other = 'mandap_http_requests_total{call="other",status="404"}'
    await expect.poll(async () => (await metrics()).get(other)).toBe(1)
    const found = await metrics()
    expect(found.get('mandap_http_requests_total{call="GET /bookings",status="200"}')).toBe(1)
    expect(found.get('mandap_http_requests_total{call="GET /bookings/{id}",status="404"}')).toBe(1)
    expect(found.get('mandap_http_request_duration_seconds_count{call="GET /bookings"}')).toBe(1)
    const names = [...found.keys()].join('\n')
    expect(names).not.toContain('unknown-booking')
    expect(names).not.toContain('/no/such/path')
  })

  test('counts sign-ins by outcome', async () => {
    await api.signIn()
    await expect(api.signIn({ ...ADMINISTRATOR, password: 'another-password' })).rejects.toThrow(
      'INVALID_LOGIN_CREDENTIALS',
    )
    await expect(api.signIn({ email: '', password: 'another-password' })).rejects.toThrow(
      'MISSING_EMAIL',
    )
    const found = await metrics()
    for (const outcome of ['signedIn', 'wrongPassword', 'invalid'])
      expect(found.get(`mandap_sign_ins_total{outcome="${outcome}"}`)).toBe(1)
    expect(found.get('mandap_sign_ins_total{outcome="limited"}')).toBe(0)
  })

  test('counts mails by outcome, and the failures of regular tasks', async () => {
    const mails = async () => {
      const found = await metrics()
      return ['sent', 'failed'].map((name) => found.get(`mandap_mails_total{outcome="${name}"}`))
    }
    const requestMail = () =>
      fetch(`${api.url}${TOOLKIT}/accounts:sendOobCode?key=${WEB_API_KEY}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: ADMINISTRATOR.email }),
      })
    expect(await mails()).toEqual([0, 0])
    await requestMail()
    await expect.poll(mails).toEqual([1, 0])
    isRefused = true
    await requestMail()
    await expect.poll(mails).toEqual([1, 1])
    const found = await metrics()
    for (const task of ['retention', 'disclosureSummaries', 'sessions', 'pendingSignIns'])
      expect(found.get(`mandap_task_failures_total{task="${task}"}`)).toBe(0)
  })

  test('counts the open streams', async () => {
    const open = async () => (await metrics()).get('mandap_streams_open')
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${api.tokenOf(ADMINISTRATOR)}` }
    await fetch(`${api.url}/events`, { headers, signal: leaving.signal })
    expect(await open()).toBe(1)
    leaving.abort()
    await expect.poll(open).toBe(0)
  })

  test('shows the pool, the database, the parts, the exports, the event loop and the release', async () => {
    await exportOf(api, { of: 'partners', query: { list: 'approved' } })
    // an export is open until its answer is sent, which may be after it was received
    await expect.poll(async () => (await metrics()).get('mandap_exports_open{of="lists"}')).toBe(0)
    const found = await metrics()
    expect(found.get('mandap_database_pool_max')).toBe(10)
    expect(found.get('mandap_database_pool_connections')).toBeGreaterThan(0)
    expect(found.get('mandap_database_pool_waiting')).toBe(0)
    expect(found.get('mandap_database_up')).toBe(1)
    expect(found.get('mandap_database_answer_seconds')).toBeGreaterThan(0)
    expect(found.get('mandap_part_up{part="documentStore"}')).toBe(1)
    expect(found.get('mandap_exports_max{of="lists"}')).toBe(3)
    expect(found.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect([...found.keys()].join('\n')).toMatch(/mandap_build_info\{version="\d+\.\d+\.\d+"/)
  })
})

describe('on another server', () => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>

  beforeAll(async () => {
    scratch = await scratchDatabase()
  })
  afterAll(() => scratch.drop())

  test('does not exist without METRICS_PORT and METRICS_TOKEN', async () => {
    const server = await startServer(scratch.url)
    expect((await fetch(`${server.url}/metrics`, METRICS)).status).toBe(404)
    await server.close()
  })

  test('has a port of its own with METRICS_PORT, which ends with the server', async () => {
    const port = await freeServerPort()
    const own = `http://127.0.0.1:${port}`
    const server = await startServer(scratch.url, { METRICS_PORT: String(port) })
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    const answer = await fetch(`${own}/metrics`)
    expect(await answer.text()).toContain('mandap_build_info')
    expect((await fetch(`${own}/session`)).status).toBe(404)
    await server.close()
    await expect(fetch(`${own}/metrics`)).rejects.toThrow('fetch failed')
  })

  test('requires the token on a port of its own too, if there is one', async () => {
    const port = await freeServerPort()
    const env = { METRICS_PORT: String(port), METRICS_TOKEN: TOKEN }
    const server = await startServer(scratch.url, env)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, METRICS)).status).toBe(200)
    await server.close()
  })
})
