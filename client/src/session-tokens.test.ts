import { expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { httpTransport } from './http-transport.ts'

interface SignIn {
  person: string
  token: string
}

const ASHA: SignIn = { person: 'asha', token: 'token of Asha' }
const ASHA_AGAIN: SignIn = { person: 'asha', token: 'second token of Asha' }
const RAVI: SignIn = { person: 'ravi', token: 'token of Ravi' }
const NOBODY = { person: '', token: null }

vi.spyOn(console, 'warn').mockReturnValue()

/**
 * Makes a write of Asha to a server that gives these answers in turn, null for none. Before the first one arrives, somebody
 * else signs in.
 */
async function writeOfAsha(next: SignIn | typeof NOBODY, ...answers: (number | null)[]) {
  let current: SignIn | typeof NOBODY = ASHA
  const sent: (string | null)[] = []
  const onUnauthorised = vi.fn<() => void>()
  const transport = httpTransport({
    base: '',
    retryDelays: [0, 0],
    tokens: {
      person: () => current.person,
      token: async () => current.token,
      renew: async () => current.token,
      onUnauthorised,
    },
    async fetch(_url, init) {
      sent.push(new Headers(init.headers).get('authorization'))
      current = next
      const status = answers[sent.length - 1] ?? null
      if (status === null) throw new TypeError('Failed to fetch')
      return Response.json({ _id: 'p1' }, { status })
    },
  })
  const request = { params: { id: 'p1' }, body: { status: 'AKYC', kycStatus: 'AKYC' } }
  const call = createClient(transport).call('PUT /partners/{id}', request)
  const outcome = await call.then(
    () => 'done',
    (error: unknown) => (error as { kind: string }).kind,
  )
  return { outcome, sent, onUnauthorised }
}

const UNFINISHED = [
  ['its answer was lost', null],
  ['the database of the server is lost', 503],
  ['its token was rejected', 401],
] as const

test.for(UNFINISHED)(
  'does not send a write with the token of the next person if %s',
  async ([, answer]) => {
    for (const next of [RAVI, NOBODY]) {
      const { outcome, sent, onUnauthorised } = await writeOfAsha(next, answer, 200)
      expect(outcome).toBe('unauthorised')
      expect(sent).toEqual(['Bearer token of Asha'])
      expect(onUnauthorised).not.toHaveBeenCalled()
    }
  },
)

test.for(UNFINISHED)(
  'sends a write with the next token of the same person if %s',
  async ([, answer]) => {
    const { outcome, sent } = await writeOfAsha(ASHA_AGAIN, answer, 200)
    expect(outcome).toBe('done')
    expect(sent).toEqual(['Bearer token of Asha', 'Bearer second token of Asha'])
  },
)

test('does not continue with an answer that arrives after the next person has signed in', async () => {
  const { outcome, sent } = await writeOfAsha(RAVI, 200)
  expect(outcome).toBe('unauthorised')
  expect(sent).toEqual(['Bearer token of Asha'])
})

test('does not send a call with a token that was renewed for the next person', async () => {
  let person = 'asha'
  const fetch = vi.fn<() => Promise<Response>>()
  const transport = httpTransport({
    base: '',
    tokens: {
      person: () => person,
      async token() {
        // while a token is renewed, others may sign in
        await Promise.resolve()
        person = 'ravi'
        return RAVI.token
      },
      onUnauthorised() {},
    },
    fetch,
  })
  const call = createClient(transport).send('POST /partners/{id}/restore', { params: { id: 'p1' } })
  await expect(call).rejects.toMatchObject({ kind: 'unauthorised' })
  expect(fetch).not.toHaveBeenCalled()
})
