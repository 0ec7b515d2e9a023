/** §5.3: required and of e-mail format; undefined when it is right. */
export function emailProblem(email: string): string | undefined {
  const text = email.trim()
  if (text === '') return 'Enter your email.'
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) {
    return 'Enter an email address such as name@example.com.'
  }
  return undefined
}

/** §5.3: required; undefined when it is there. */
export function passwordProblem(password: string): string | undefined {
  return password === '' ? 'Enter your password.' : undefined
}
