import { createAdapter } from '@mandap/adapter/adapter.ts'
import type { Follow } from '@mandap/client/live-message.ts'
import { type SessionTokens, attemptCall } from '@mandap/client/session-tokens.ts'
import type { Transport, TransportRequest } from '@mandap/client/transport.ts'
import type { CallKey } from '@mandap/contract/calls.ts'
import {
  fetchFrom,
  type MemoryHost,
  memoryHost,
  type MemoryHostSeed,
} from '@mandap/demo/memory-host.ts'
import { failCall, type FailureMode, failRequest } from './failure-mode.ts'

/** A Mandap host has all capabilities; a plain host has the calls of §7 alone. */
export type HostKind = 'mandap' | 'plain'

export interface ScriptedHost extends Pick<MemoryHost, 'bookings' | 'partners'> {
  kind: HostKind
  /** Sends what others change. The console follows the first host of its page. */
  follow?: Follow
  transport: (tokens: SessionTokens) => Transport
  /** Answers the identity calls. */
  fetch: typeof fetch
  /** Makes calls fail from now on. `?name` and `?name=value` narrow a call to requests with this parameter. */
  fail: (calls: readonly string[], mode: FailureMode) => void
  /** Ends the failures. */
  heal: () => void
  /** Lets a call wait, also before it fails, until the returned function is called. */
  hold: (call: CallKey) => () => void
  /** Returns how many calls have failed. */
  failed: () => number
}

export type ScriptedAnswers = Partial<Record<CallKey, (request: TransportRequest) => unknown>>

interface ScriptedHostSettings extends MemoryHostSeed {
  kind: HostKind
  superAdminNumbers: readonly string[]
  /** The answers of a Mandap host to calls that a plain host does not have. */
  answers: ScriptedAnswers
}

/** Returns a host in memory whose calls can be made to fail: of a plain host, the requests of §7 to it. */
export function scriptedHost(settings: ScriptedHostSettings): ScriptedHost {
  const { kind, superAdminNumbers, answers, ...seed } = settings
  const memory = memoryHost(seed)
  const answer = fetchFrom(memory)
  let failing: { calls: readonly string[]; mode: FailureMode } | null = null
  let failures = 0
  let held: { call: CallKey; end: Promise<void> } | null = null

  /** Returns how a call fails now and counts the failure, or returns null. */
  function failureOf(key: string, query: URLSearchParams): FailureMode | null {
    if (!failing?.calls.some((call) => isCall(call, key, query))) return null
    failures += 1
    return failing.mode
  }

  const scriptedFetch: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input
    const { pathname, searchParams } = new URL(url, 'http://host.example')
    const mode = failureOf(memory.keyOf(init?.method ?? 'GET', pathname), searchParams)
    return mode === null ? answer(input, init) : failRequest(mode)
  }

  function adapterOf(tokens: SessionTokens): Transport {
    return createAdapter({
      base: '',
      apiKey: null,
      superAdminNumbers,
      // a test reads the OTP on the screen
      answersOtp: true,
      maxAge: Infinity,
      fetch: scriptedFetch,
      tokens,
    })
  }

  function mandapTransport(tokens: SessionTokens): Transport {
    const adapter = adapterOf(tokens)
    return {
      ...adapter,
      send: (request, signal) =>
        attemptCall(request.headers, tokens, tokens.person(), async () => {
          if (held?.call === request.key) await held.end
          const mode = failureOf(request.key, queryOf(request))
          if (mode !== null) return failCall(request, mode)
          const own = answers[request.key]
          return own ? { status: 200, body: await own(request) } : adapter.send(request, signal)
        }),
    }
  }

  return {
    kind,
    bookings: memory.bookings,
    partners: memory.partners,
    transport: kind === 'plain' ? adapterOf : mandapTransport,
    fetch: scriptedFetch,
    fail(calls, mode) {
      failing = { calls, mode }
    },
    heal() {
      failing = null
    },
    hold(call) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { call, end: promise }
      return resolve
    },
    failed: () => failures,
  }
}

function isCall(call: string, key: string, query: URLSearchParams): boolean {
  const [wanted = '', parameters = ''] = call.split('?')
  return (
    wanted === key &&
    [...new URLSearchParams(parameters)].every(([name, value]) =>
      value === '' ? query.has(name) : query.get(name) === value,
    )
  )
}

function queryOf({ query = {} }: TransportRequest): URLSearchParams {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}
