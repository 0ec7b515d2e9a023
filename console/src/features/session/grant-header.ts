/** Returns the header of a call with a grant (§6). */
export function grantHeader(grant: string | null): Record<string, string> {
  return grant === null ? {} : { 'x-elevation': grant }
}
