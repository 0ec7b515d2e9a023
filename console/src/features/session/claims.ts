import { isRole, type Role } from '@mandap/domain/session/role.ts'

interface Claims {
  exp?: number | undefined
  iat?: number | undefined
  sub?: string | undefined
  name?: string | undefined
  email?: string | undefined
  role?: Role | undefined
}

/** Returns the subject, the name, the role and the times of a JWT, in epoch seconds, if it has them. */
export function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.codePointAt(0) ?? 0)
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    const { exp, iat, sub, name, email, role } = claims
    return {
      exp: numberIn(exp),
      iat: numberIn(iat),
      sub: textIn(sub),
      name: textIn(name),
      email: textIn(email),
      role: isRole(role) ? role : undefined,
    }
  } catch {
    return {}
  }
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
