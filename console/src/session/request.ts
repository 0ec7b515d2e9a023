import { session } from './current.ts'

/**
 * A call to the host with the session's token. A 401 renews the token once; refused again, it
 * ends the session, and the guard leads to the login screen and back here after it.
 */
export async function fetchWithSession(url: string, init: RequestInit = {}): Promise<Response> {
  const token = await session.freshToken()
  const response = await fetch(url, signed(init, token))
  if (response.status !== 401 || token === null) return response

  const renewed = await session.renew(token)
  if (renewed !== null && renewed !== token) {
    const again = await fetch(url, signed(init, renewed))
    if (again.status !== 401) return again
  }
  session.signOut('expired')
  return response
}

function signed(init: RequestInit, token: string | null): RequestInit {
  if (token === null) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}
