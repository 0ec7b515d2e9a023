import type { CallKey } from '@mandap/contract/calls.ts'
export interface TransportRequest {
  key: CallKey
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
}
export interface TransportAnswer {
  status: number
  body: unknown
}
export interface Transport {
  send(request: TransportRequest, signal?: AbortSignal): Promise<TransportAnswer>
  refresh(): void
  watch(changed: () => void): () => void
}
