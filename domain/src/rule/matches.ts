import type { Condition, Fact, Facts } from './condition.ts'

/** Whether a record's facts satisfy a condition. The server's `toSql()` answers the same in SQL. */
export function matches<R extends Facts<R>>(condition: Condition<R>, record: R): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => matches(part, record))
    case 'any':
      return condition.of.some((part) => matches(part, record))
    case 'not':
      return !matches(condition.of, record)
    case 'blank':
      return isMissing(record[condition.field])
    case 'isOneOf': {
      const fact: Fact = record[condition.field]
      return typeof fact === 'string' && condition.values.includes(fact)
    }
    case 'equals':
      return record[condition.field] === condition.value
    case 'startsWith':
      return textOf(record[condition.field]).startsWith(condition.prefix)
    case 'contains':
      return textOf(record[condition.field]).includes(condition.part)
    case 'from':
      return numberOf(record[condition.field]) >= condition.bound
    case 'before':
      return numberOf(record[condition.field]) < condition.bound
  }
}

function isMissing(fact: Fact): boolean {
  return fact === null || fact === '' || (typeof fact === 'object' && fact.length === 0)
}

function textOf(fact: Fact): string {
  return typeof fact === 'string' ? fact : ''
}

// NaN is neither before nor from any bound, as a missing date must be
function numberOf(fact: Fact): number {
  return typeof fact === 'number' ? fact : Number.NaN
}
