/** The person to whom a mail about their account goes, and where they can sign in. */
export interface AccountHolder {
  email: string
  name: string
  publicUrl: string
}

/** Returns the paragraph of a mail that says what to do about a change that somebody else made. */
export function adviceText({ publicUrl }: Pick<AccountHolder, 'publicUrl'>): string {
  return `If it was not you, choose a new password at once with ‘Forgot Password?’ at ${publicUrl}/login, and tell a Super Admin.`
}
