/** Thrown if the connection to the database is lost or cannot be opened. */
export class DatabaseUnavailable extends Error {
  constructor() {
    super('The database does not answer. Try again in a few seconds.')
    this.name = 'DatabaseUnavailable'
    dropStack(this)
  }
}

/** Thrown if the database answers, but a query or the wait for a connection took too long. */
export class DatabaseBusy extends Error {
  /** What took too long, for the log. */
  readonly reason: string
  constructor(reason: string) {
    super('The server is very busy. Try again in a few seconds.')
    this.name = 'DatabaseBusy'
    this.reason = reason
    dropStack(this)
  }
}

/** Removes the stack: many calls may fail at once, all for the same reason. */
function dropStack(error: Error) {
  Object.defineProperty(error, 'stack', { value: undefined })
}
