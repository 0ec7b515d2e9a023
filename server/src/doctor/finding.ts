/** What the doctor found out about one subject. */
export interface Finding {
  subject: string
  /** 'warning': works, but is not safe or not complete. 'problem': does not work. */
  is: 'ok' | 'warning' | 'problem'
  text: string
  /** What to do about it. */
  fix?: string
}

export const ok = (subject: string, text: string): Finding => ({ subject, is: 'ok', text })

export const warning = (subject: string, text: string, fix: string): Finding => ({
  subject,
  is: 'warning',
  text,
  fix,
})

export const problem = (subject: string, text: string, fix: string): Finding => ({
  subject,
  is: 'problem',
  text,
  fix,
})
