/** An error that the identity service answers, in the words of the hosted service. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly status: number
  /** Seconds to wait, for TOO_MANY_ATTEMPTS_TRY_LATER. */
  readonly retryAfter: number | undefined
  /** google.rpc's name of the kind of error, where the hosted service gives one. */
  readonly grpcStatus: string | undefined

  constructor(
    message: string,
    {
      status = 400,
      retryAfter,
      grpcStatus,
    }: { status?: number; retryAfter?: number; grpcStatus?: string } = {},
  ) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
    this.grpcStatus = grpcStatus
  }
}

/** Identity Toolkit's envelope. */
export function toolkitEnvelope(error: IdentityError) {
  const reason = error.status === 403 ? 'forbidden' : 'invalid'
  return {
    error: {
      code: error.status,
      message: error.message,
      errors: [{ message: error.message, domain: 'global', reason }],
      ...(error.grpcStatus && { status: error.grpcStatus }),
    },
  }
}

/** The envelope of the token service, which has a status and no list. */
export function tokenEnvelope(error: IdentityError) {
  const status = error.grpcStatus ?? 'INVALID_ARGUMENT'
  return { error: { code: error.status, message: error.message, status } }
}
