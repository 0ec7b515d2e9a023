/** A list query that cannot be decoded; `message` is a sentence for a person. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  /** The parameter that is wrong. */
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}
