/** The roles of administrators (§2.21) with their labels. A viewer changes nothing, and sees no document and no whole number. */
export const ROLES = { administrator: 'Administrator', viewer: 'Viewer' } as const satisfies Record<
  string,
  string
>

export type Role = keyof typeof ROLES

export const ROLE_NAMES = Object.keys(ROLES) as Role[]

const ASK = 'Ask a Super Admin for the administrator role.'

/** Says why a call of a viewer was refused. */
export const VIEWER_REFUSED = `Viewers cannot do this. ${ASK}`

/** Says why a control that changes something is disabled for viewers. */
export const VIEWER_CHANGES_NOTHING = `Viewers cannot change anything. ${ASK}`

/** Says why no document is shown to a viewer. */
export const VIEWER_SEES_NO_DOCUMENTS = `Viewers do not see documents. ${ASK}`

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && Object.hasOwn(ROLES, value)
}
