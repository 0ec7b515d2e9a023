import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** A page of a list in the format of the contract. */
export interface Page {
  data: JsonObject[]
  next: string | null
  total: number | null
}
