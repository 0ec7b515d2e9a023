/** Returns why a connection failed, as the end of "… cannot be reached: ". */
export function whyUnreachable(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const { code, message }: { code?: unknown; message?: unknown } = Object(cause)
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'no host has that name.'
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'it does not answer.'
    default:
      return `${String(message)}.`
  }
}
