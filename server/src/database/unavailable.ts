import { HttpError } from '../http/http-error.ts'

const RETRY_AFTER_SECONDS = 5

/** A 503 of the database. It has no stack: many calls may fail at once, and all for one reason. */
class DatabaseError extends HttpError {
  constructor(code: string, message: string) {
    super(503, code, message)
    this.retryAfter = RETRY_AFTER_SECONDS
    Object.defineProperty(this, 'stack', { value: undefined })
  }
}

/** Thrown where the connection to the database is lost, or cannot be made. */
export class DatabaseUnavailable extends DatabaseError {
  constructor() {
    super('DATABASE_UNAVAILABLE', 'The database does not answer. Try again in a few seconds.')
    this.name = 'DatabaseUnavailable'
  }
}

/** Thrown where the database answers, but a query or the wait for a connection took too long. */
export class DatabaseBusy extends DatabaseError {
  /** What took too long, for the log. */
  readonly reason: string
  constructor(reason: string) {
    super('DATABASE_BUSY', 'The server is very busy. Try again in a few seconds.')
    this.name = 'DatabaseBusy'
    this.reason = reason
  }
}
