/** An error response of the identity service, with the codes of the hosted service. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly status: number
  /** Seconds to wait, for TOO_MANY_ATTEMPTS_TRY_LATER. */
  readonly retryAfter: number | undefined
  /** The google.rpc name of the error, if the hosted service sends one. */
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

/** Returns the error body of Identity Toolkit. */
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

/** Returns the error body of the token service, which has a status and no list. */
export function tokenEnvelope(error: IdentityError) {
  const status = error.grpcStatus ?? 'INVALID_ARGUMENT'
  return { error: { code: error.status, message: error.message, status } }
}
