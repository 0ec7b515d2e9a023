import { ApiError } from '@mandap/client/api-error.ts'
import type { Missed } from '@mandap/client/live-message.ts'
import type { Transport, TransportAnswer, TransportRequest } from '@mandap/client/transport.ts'
import type { RecordChange } from '@mandap/contract/booking.ts'
import type { CallKey } from '@mandap/contract/calls.ts'
import type { ChangeEvent } from '@mandap/contract/live.ts'
import { DEMONSTRATION_EMAIL } from '@mandap/demo/account.ts'
import type { MemoryHost } from '@mandap/demo/memory-host.ts'
import { PARTNER_FIELDS } from '@mandap/domain/booking/booking.ts'
import { type JsonObject, readId, readNumber, readObject } from '@mandap/domain/wire/read.ts'

/** The name under which a tab shows changes of other tabs, which have the same account. */
export const ANOTHER_TAB = `${DEMONSTRATION_EMAIL} in another tab`

/** A change that a tab of the browser made. */
export interface DemoChange {
  /** A number that is higher than those of earlier changes. */
  id: number
  /** Epoch milliseconds. */
  at: number
  /** The id of the tab. */
  tab: string
  event: ChangeEvent
  fields: RecordChange['fields']
}

interface Write extends Pick<ChangeEvent, 'subject' | 'kind'> {
  records?: 'bookings' | 'partners'
}

const WRITES: Partial<Record<CallKey, Write>> = {
  'PATCH /bookings/{id}': { subject: 'booking', kind: 'update', records: 'bookings' },
  'PUT /partners/{id}': { subject: 'partner', kind: 'decide', records: 'partners' },
  'DELETE /partners/{id}': { subject: 'partner', kind: 'delete', records: 'partners' },
  'POST /temp-partner': { subject: 'tempPartner', kind: 'create' },
}

/** Makes the writes of all tabs one after another, with versions like those of our own server. */
export function demoWrites(
  adapter: Transport,
  host: Pick<MemoryHost, 'bookings' | 'partners'>,
  onChange: (change: DemoChange) => void,
) {
  const changes: DemoChange[] = []
  let last: Promise<unknown> = Promise.resolve()

  async function write(
    request: TransportRequest,
    { records, ...what }: Write,
    tab: string,
  ): Promise<TransportAnswer> {
    const stored = records && host[records].get(request.params?.['id'] ?? '')
    const version = stored && versionOf(stored)
    if (version !== undefined && isStale(request, version)) throw await stale(request, tab)
    const body: JsonObject = { ...readObject(request.body), version: (version ?? 0) + 1 }
    const answer = await adapter.send(version === undefined ? request : { ...request, body })
    const fields = stored && what.kind !== 'delete' ? fieldsChanged(stored, body) : []
    const swaps = fields.some(({ field }) => PARTNER_FIELDS.includes(field))
    const event: ChangeEvent = {
      subject: what.subject,
      kind: swaps ? 'swap' : what.kind,
      subjectId: request.params?.['id'] ?? readId(answer.body),
      version: (version ?? 0) + 1,
      by: ANOTHER_TAB,
      name: null,
      position: '',
    }
    const change = { id: changes.length + 1, at: Date.now(), tab, event, fields }
    changes.push(change)
    onChange(change)
    return answer
  }

  /** Returns the error for a version that another tab has changed, with the record as it is now. */
  async function stale({ key, params, headers }: TransportRequest, tab: string): Promise<ApiError> {
    const read = key === 'PATCH /bookings/{id}' ? 'GET /bookings/{id}' : 'GET /partners/{id}'
    const { body: current } = await adapter.send({ key: read, params })
    const since = changes.filter(
      ({ event }) =>
        event.subjectId === params?.['id'] && (event.version ?? 0) > sentVersion(headers),
    )
    return new ApiError('conflict', {
      call: key,
      status: 409,
      code: 'STALE',
      body: { current, changes: since.map((change) => recordChange(change, tab)) },
    })
  }

  return {
    /** Makes a write after all earlier writes have ended. Returns undefined for a call that changes no record. */
    send(request: TransportRequest, tab: string): Promise<TransportAnswer> | undefined {
      const what = WRITES[request.key]
      if (!what) return undefined
      const answer = last.then(() => write(request, what, tab))
      last = answer.catch(() => {})
      return answer
    },

    /** Returns the changes that a stream has missed. */
    missed(missed: Missed): DemoChange[] {
      if ('after' in missed) return changes.filter(({ id }) => id > missed.after)
      const since = Date.now() - missed.past
      return changes.filter(({ at }) => at >= since)
    },

    /** Returns the id of the last change. */
    lastId: (): number => changes.length,
  }
}

/** Returns a record with its first version. */
export function firstVersion(record: JsonObject): JsonObject {
  return { ...record, version: 1 }
}

function versionOf(record: JsonObject): number {
  return readNumber(record['version']) ?? 1
}

function isStale({ headers }: TransportRequest, version: number): boolean {
  return headers?.['if-match'] !== undefined && sentVersion(headers) !== version
}

function sentVersion(headers: TransportRequest['headers']): number {
  return Number(headers?.['if-match']?.replaceAll('"', ''))
}

function recordChange({ at, tab, event, fields }: DemoChange, reader: string): RecordChange {
  return {
    version: event.version ?? 1,
    at: new Date(at).toISOString(),
    by: tab === reader ? DEMONSTRATION_EMAIL : ANOTHER_TAB,
    fields,
  }
}

function fieldsChanged(stored: JsonObject, sent: JsonObject): RecordChange['fields'] {
  return Object.entries(sent)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field]))
    .filter(([field]) => field !== 'version')
    .map(([field, after]) => ({ field, before: stored[field], after }))
}
