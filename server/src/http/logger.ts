import { URL_PARAMETERS } from '@mandap/contract/url-parameters.ts'
import type { FastifyRequest } from 'fastify'

/** A path that ends with the name of a file. */
const PRIVATE_PATH = /^(\/documents\/[^/]+\/content\/).+$/

/** Returns the options of the log: JSON on standard output, times in UTC, and no personal data or secrets. */
export function loggerOptions(level: string) {
  return {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({
        method,
        url: loggedUrl(url),
        remoteAddress: ip,
      }),
      err: loggedError,
    },
  }
}

/** Returns an address with its parameters, without the parts that may be personal or secret. */
export function loggedUrl(url: string): string {
  const [address = '', query] = url.split('?', 2)
  const path = address.replace(PRIVATE_PATH, '$1[redacted]')
  if (query === undefined) return path
  const parameters = [...new URLSearchParams(query)].map(([name, value]) =>
    // any other may be a search, a code or a signature
    URL_PARAMETERS.includes(name) ? `${name}=${value}` : `${name}=[redacted]`,
  )
  return `${path}?${parameters.join('&')}`
}

interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  cause?: LoggedError
  errors?: LoggedError[]
  [name: string]: unknown
}

/** The maximum number of errors of an `AggregateError` that are logged. */
const MAX_ERRORS = 5

/** Returns what is logged of an error. PostgreSQL's details are not, because they contain the values of the row. */
export function loggedError(error: Error): LoggedError {
  const { name, message, stack = '', cause } = error
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: String(error.code) }),
    ...(cause instanceof Error && { cause: loggedError(cause) }),
    ...(error instanceof AggregateError && { errors: loggedErrors(error) }),
  }
}

function loggedErrors({ errors }: AggregateError): LoggedError[] {
  return errors
    .filter((one) => one instanceof Error)
    .slice(0, MAX_ERRORS)
    .map(loggedError)
}
