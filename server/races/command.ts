import { APPLICATION } from '@mandap/domain/audit/actor.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { withPartner } from '@mandap/domain/booking/swap.ts'
import { decisionPayload } from '@mandap/domain/verification/decision.ts'
import {
  actionsOf,
  ruleOf,
  type Step,
  STEPS,
  type StepItem,
} from '@mandap/domain/verification/step.ts'
import { DELETED_BY } from '@mandap/domain/partner/deletion.ts'
import { DOCUMENT_FIELDS } from '@mandap/domain/verification/upload.ts'
import { isObject, type JsonObject } from '@mandap/domain/wire/read.ts'
import * as fc from 'fast-check'
import { FILES } from '../testing/files.ts'
import type { Answer, Requested, Attempt, Operation, Target } from './history.ts'
import type { Administrator, World } from './world.ts'

/** The most requests of one administrator in a race; the average is half as many. */
const MAX_COMMANDS = 14

/** How long a server may be overloaded, or not answer. */
const MAX_SILENCE_MS = 60_000

/** A race: its records, and all that was requested so far. */
export interface Race {
  world: World
  partners: readonly Target[]
  bookings: readonly Target[]
  requested: Requested[]
}

/** The model of a script: what its administrator knows. */
export interface Known {
  administrator: Administrator
  /** The records as the administrator saw them last. */
  records: Map<string, { version: number; body: JsonObject }>
  /** The last write, which can be sent again. */
  last: { one: Requested; send: (url: string) => Promise<Response> } | null
}

/** What a command chooses at random. */
interface Choice {
  /** The index of the record among those of its kind. */
  record: number
  /** Whether to send the version that the administrator saw last. */
  ifMatch: boolean
  /** Whether to send the grant, if the administrator has one. */
  elevated: boolean
  /** The server of each attempt. They are sent at once, with one key. */
  servers: readonly number[]
}

type Command = fc.AsyncCommand<Known, Race>

const choice: fc.Arbitrary<Choice> = fc.record({
  record: fc.nat(4),
  ifMatch: fc.nat(2).map((one) => one === 0),
  elevated: fc.nat(3).map((one) => one > 0),
  servers: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.nat(1)) },
    { weight: 1, arbitrary: fc.array(fc.nat(1), { minLength: 2, maxLength: 3 }) },
  ),
})

/** Returns a command that asks for one operation. `operationOf` is called when it runs. */
function asks(
  name: string,
  chosen: Choice,
  kind: Target['kind'],
  operationOf: (race: Race, known: Known, target: Target) => Operation,
): Command {
  return {
    check: () => true,
    async run(known, race) {
      const targets = kind === 'partner' ? race.partners : race.bookings
      const target = targets[chosen.record % targets.length]
      if (!target) return
      await ask(race, known, target, operationOf(race, known, target), chosen)
    },
    toString: () => `${name}(${JSON.stringify(chosen)})`,
  }
}

/** Skips a command of most administrators who have no grant, because all of these are refused. */
function ofSuperAdmins(command: Command): Command {
  const check = ({ administrator: { grant, email } }: Known) => grant !== null || email < 'admin-2'
  return {
    check,
    run: (known, race) => command.run(known, race),
    toString: () => command.toString(),
  }
}

const decision = fc
  .tuple(fc.constantFrom(...(Object.keys(STEPS) as Step[])), fc.nat(2))
  .map(([step, nth]) => (requested: readonly Requested[]): Operation => {
    const actions = actionsOf(step)
    const action = actions[nth % actions.length] ?? 'approve'
    const items = ruleOf(step).items.slice(0, 1) as StepItem[]
    // every reason is different, so that every request can be found again
    const update = decisionPayload({ step, action, items, reason: `unclear, ${requested.length}` })
    return { is: 'decide', step, update }
  })

const decisions = fc
  .tuple(choice, decision)
  .map(([chosen, decide]) =>
    asks('decide', chosen, 'partner', ({ requested }) => decide(requested)),
  )

/** Turns Super Admin off through one server, while a decision with the grant is sent to both. */
const lastDecisions = fc
  .tuple(choice, decision, fc.nat(1))
  .map(([chosen, decide, server]): Command => {
    const decides = asks(
      'decide',
      { ...chosen, elevated: true, servers: [0, 1] },
      'partner',
      ({ requested }) => decide(requested),
    )
    return {
      check: ({ administrator: { grant, hasEnded } }) => grant !== null && !hasEnded,
      async run(known, race) {
        const { administrator } = known
        const before = race.requested.length
        const headers = { authorization: `Bearer ${administrator.token}` }
        const url = `${race.world.urls[server]}/elevation`
        const decided = decides.run(known, race)
        for (const one of race.requested.slice(before)) one.elevated = 'ending'
        const [{ answer }] = await Promise.all([
          attempt(() => fetch(url, { method: 'DELETE', headers })),
          decided,
        ])
        if (answer?.status !== 204)
          throw new Error(`Turning Super Admin off got ${answer?.status}.`)
        administrator.hasEnded = true
      },
      toString: () => `last ${decides.toString()}`,
    }
  })

const uploads = fc
  .tuple(choice, fc.constantFrom(...DOCUMENT_FIELDS.filter((field) => field !== 'videoUrl')))
  .map(([chosen, field]) => asks('upload', chosen, 'partner', () => ({ is: 'upload', field })))

const deletions = choice.map((chosen) =>
  ofSuperAdmins(asks('delete', chosen, 'partner', () => ({ is: 'delete' }))),
)

const restorations = choice.map((chosen) =>
  ofSuperAdmins(asks('restore', chosen, 'partner', () => ({ is: 'restore' }))),
)

/** Sends only the new partner, or the whole booking as the administrator saw it (§7). */
const swaps = fc.tuple(choice, fc.nat(4), fc.boolean()).map(([chosen, to, whole]) =>
  asks('swap', chosen, 'booking', ({ partners, requested }, { records }, { id }) => {
    const partner = {
      id: partners[to]?.id ?? '',
      name: `Planner ${requested.length}`,
      mobile: '9820012345',
    }
    const original = whole ? (records.get(id)?.body ?? {}) : {}
    return { is: 'change', fields: withPartner({ original }, partner) }
  }),
)

const edits = choice.map((chosen) =>
  asks('edit', chosen, 'booking', ({ requested }) => ({
    is: 'change',
    fields: { location: `Hall ${requested.length}` },
  })),
)

const reads = fc
  .tuple(choice, fc.constantFrom<Target['kind']>('partner', 'booking'))
  .map(([chosen, kind]) => asks('read', chosen, kind, () => ({ is: 'read' })))

/** Sends the last write again, with the same key. */
const repetitions: fc.Arbitrary<Command> = fc.nat(1).map((server) => ({
  check: ({ last }) => last !== null,
  async run({ last }, { world }) {
    if (last) last.one.attempts.push(await attempt(() => last.send(world.urls[server] ?? '')))
  },
  toString: () => `repeat(${server})`,
}))

/** Rolls the counters up while others change what they count. */
const rollUps: fc.Arbitrary<Command> = fc.constant({
  check: () => true,
  run: (_, { world }) => world.rollUpCounters(),
  toString: () => 'rollUp',
})

/** The script of one administrator, who waits for each answer before the next request. */
export const script = fc.commands(
  [
    fc.oneof(
      { weight: 30, arbitrary: decisions },
      { weight: 5, arbitrary: lastDecisions },
      { weight: 10, arbitrary: uploads },
      { weight: 10, arbitrary: deletions },
      { weight: 20, arbitrary: restorations },
      { weight: 20, arbitrary: swaps },
      { weight: 20, arbitrary: edits },
      { weight: 10, arbitrary: reads },
      { weight: 20, arbitrary: repetitions },
      { weight: 10, arbitrary: rollUps },
    ),
  ],
  { maxCommands: MAX_COMMANDS, size: 'max' },
)

async function ask(
  { world, requested }: Race,
  known: Known,
  target: Target,
  operation: Operation,
  { ifMatch, elevated, servers }: Choice,
): Promise<void> {
  const { administrator, records } = known
  const { is } = operation
  const takesVersion = is === 'decide' || is === 'delete' || is === 'change'
  const takesGrant = is === 'decide' || is === 'delete' || is === 'restore'
  const grant = takesGrant && elevated ? administrator.grant : null
  const one: Requested = {
    by: is === 'upload' ? APPLICATION : administrator.email,
    target,
    operation,
    version: takesVersion && ifMatch ? (records.get(target.id)?.version ?? 1) : null,
    elevated: grant !== null && !administrator.hasEnded,
    attempts: [],
  }
  requested.push(one)
  const hasKey = is !== 'read' && is !== 'upload'
  const headers = {
    authorization: `Bearer ${administrator.token}`,
    ...(grant !== null && { 'x-elevation': grant }),
    ...(one.version !== null && { 'if-match': `"${one.version}"` }),
    ...(hasKey && { 'idempotency-key': randomUUID() }),
    ...(is === 'upload' && { 'api-key': world.uploadKey }),
  }
  const send = (url: string) => {
    const { type, ...init } = requestOf(one)
    return fetch(url + pathOf(one), {
      ...init,
      headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
    })
  }
  const urls = (hasKey ? servers : servers.slice(0, 1)).map((at) => world.urls[at] ?? '')
  const attempts = await Promise.all(
    urls.map((url) => attempt(() => send(url), { again: is !== 'upload' })),
  )
  one.attempts.push(...attempts)
  if (hasKey) known.last = { one, send }
  for (const { answer } of attempts) if (answer) learn(known, target, answer)
}

function pathOf({ target: { kind, id }, operation: { is } }: Requested): string {
  if (is === 'upload') return '/documents'
  return `/${kind === 'partner' ? 'partners' : 'bookings'}/${id}${is === 'restore' ? '/restore' : ''}`
}

/** Returns the method and the body of a request, and the type of a body that is text. */
function requestOf({ target, operation }: Requested): {
  method: string
  type?: string
  body?: string | FormData
} {
  const json = (method: string, body: object) => ({
    method,
    type: 'application/json',
    body: JSON.stringify(body),
  })
  switch (operation.is) {
    case 'read':
      return { method: 'GET' }
    case 'decide':
      return json('PUT', operation.update)
    case 'delete':
      return json('DELETE', { deletedBy: DELETED_BY })
    case 'restore':
      return { method: 'POST' }
    case 'change':
      return json('PATCH', operation.fields)
    case 'upload': {
      const body = new FormData()
      body.set('partnerId', target.id)
      body.set('kind', operation.field)
      body.set('file', new Blob([FILES.jpeg]), 'paper.jpg')
      return { method: 'POST', body }
    }
  }
}

/** Sends a request, and sends it again if the server is overloaded or there is no answer, unless it has no key. */
async function attempt(send: () => Promise<Response>, { again = true } = {}): Promise<Attempt> {
  const sent = performance.now()
  for (;;) {
    // a connection that was idle may end while the request is sent
    const result = await send().then(answerOf, (error: Error) => error)
    const answered = performance.now()
    const answer = result instanceof Error ? null : result
    if (answer !== null && answer.status !== 503) return { sent, answered, answer }
    if (!again) return { sent, answered, answer: null }
    if (answered - sent > MAX_SILENCE_MS)
      throw new Error('The server still does not answer.', { cause: result })
    await pause(100)
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

/** Notes the record of an answer. */
function learn({ records }: Known, { id }: Target, { status, body }: Answer): void {
  const record = status === 409 ? body['current'] : status === 200 ? body : null
  if (!isObject(record)) return
  const version = Number(record['version'])
  if (version > (records.get(id)?.version ?? 0)) records.set(id, { version, body: record })
}
