import type { Condition, IndexValue, IndexFields } from './condition.ts'

/**
 * Returns whether a record's index fields satisfy a condition. The server's `toSql()` is equivalent in SQL.
 */
export function matches<R extends IndexFields<R>>(condition: Condition<R>, record: R): boolean {
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
      const value: IndexValue = record[condition.field]
      return typeof value === 'string' && condition.values.includes(value)
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

function isMissing(value: IndexValue): boolean {
  return value === null || value === '' || (typeof value === 'object' && value.length === 0)
}

function textOf(value: IndexValue): string {
  return typeof value === 'string' ? value : ''
}

// NaN satisfies neither `from` nor `before`, as a missing date must
function numberOf(value: IndexValue): number {
  return typeof value === 'number' ? value : Number.NaN
}
