import { maskPersonalNumbers } from '@mandap/domain/partner/personal-number.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'

/** A field name that may be one of a personal number; few records have any. */
const MAY_BE_NUMBER = /"[^"]*(?:aad|adha|(?<!com)pan|acc|ac[\W_]*n|card|bank|iban)[^"]*"\s*:/i

/** The JSON text of records with every personal number in it masked. */
export function maskedText(json: string): string {
  if (!MAY_BE_NUMBER.test(json)) return json
  const value = JSON.parse(json) as JsonObject | JsonObject[]
  return JSON.stringify(
    Array.isArray(value) ? value.map(maskPersonalNumbers) : maskPersonalNumbers(value),
  )
}
