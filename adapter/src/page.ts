import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** A page of a list, as the contract has it. */
export interface Page {
  data: JsonObject[]
  next: string | null
  total: number | null
}
