import type { AnswerOf } from '@mandap/contract/call.ts'
import type { CallKey, Calls } from '@mandap/contract/calls.ts'
import type { Query } from '@mandap/contract/codec/query.ts'
import type { Static, TSchema } from 'typebox'
import { ANSWERS } from './answers.ts'
import { ApiError } from './api-error.ts'
import { callPath } from './call-path.ts'
import type { Follow } from './live-message.ts'
import { hasShape } from './shape.ts'
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts'

type Part<K extends CallKey, P extends string> =
  Calls[K] extends Readonly<Record<P, infer S extends TSchema>> ? Static<S> : never

type Params<K extends CallKey> = [Part<K, 'params'>] extends [never]
  ? { params?: never }
  : { params: Part<K, 'params'> }

type Body<K extends CallKey> = [Part<K, 'body'>] extends [never]
  ? { body?: never }
  : { body: Sendable<Part<K, 'body'>> }

/** Allows `undefined` for optional fields, because JSON omits it. */
type Sendable<T> = T extends object
  ? {
      [Name in keyof T]: {} extends Pick<T, Name>
        ? Sendable<T[Name]> | undefined
        : Sendable<T[Name]>
    }
  : T

/** The input of a call, by its contract. */
export type CallRequest<K extends CallKey> = Params<K> &
  Body<K> & { query?: Query<Part<K, 'querystring'>>; headers?: Record<string, string> }

/** The body of a call's answer, by its contract. */
export type CallAnswer<K extends CallKey> = AnswerOf<Calls[K]>

export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** Makes the calls of the contract. Every failed call rejects with an `ApiError`. */
export interface Client {
  /** Makes a call and returns the body of its answer. Rejects as `malformed` if it has another shape. */
  call<K extends CallKey>(
    key: K,
    request: CallRequest<K>,
    options?: CallOptions,
  ): Promise<CallAnswer<K>>
  /** Makes a call whose answer has no content. */
  send<K extends CallKey>(key: K, request: CallRequest<K>, options?: CallOptions): Promise<void>
  /** Drops the lists that the transport keeps, so that the next reads are fresh. */
  refresh(): void
  /** Calls `changed` when lists that were read before have changed. Returns a function that stops it. */
  watch(changed: () => void): () => void
  /** Follows what others change. Missing if the host does not send it: a capability. */
  follow?: Follow | undefined
  /** Makes later reads contain the change of the event with this position, if the host has replicas. */
  readFrom?: ((position: string) => void) | undefined
}

/** Returns the client of a transport. */
export function createClient(transport: Transport): Client {
  function send<K extends CallKey>(
    key: K,
    request: CallRequest<K>,
    { signal }: CallOptions = {},
  ): Promise<TransportAnswer> {
    return transport.send({ key, ...request } as TransportRequest, signal)
  }

  return {
    async call<K extends CallKey>(key: K, request: CallRequest<K>, options?: CallOptions) {
      const { body } = await send(key, request, options)
      const shape = ANSWERS[key]
      if (shape !== undefined && !hasShape(body, shape)) throw malformed(key, request, body)
      return body as CallAnswer<K>
    },

    async send(key, request, options) {
      await send(key, request, options)
    },

    refresh: () => transport.refresh(),
    watch: (changed) => transport.watch(changed),
    follow: transport.follow,
    readFrom: transport.readFrom,
  }
}

/** Returns the error of an answer that does not match the contract. */
export function malformed<K extends CallKey>(
  key: K,
  request: CallRequest<K>,
  body?: unknown,
): ApiError {
  const { method, path } = callPath({ key, params: request.params as Record<string, string> })
  return new ApiError('malformed', { call: `${method} ${path}`, body })
}
