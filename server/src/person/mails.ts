import { PERSON_SUBJECTS, type PersonReference } from '@mandap/domain/person/person.ts'
import type { Mail } from '../mail/mail.ts'
import { notice } from '../mail/notice.ts'

/** What was done with the data of a person, by whom and why. */
interface Done extends PersonReference {
  /** The administrator's e-mail. */
  by: string
  reason: string
}

/** Returns the mail to a Super Admin about an export. It does not name the person. */
export function personExportedMail(to: string, done: Done): Mail {
  return notice({
    to,
    subject: 'Mandap: all data of a person was exported',
    paragraphs: [
      `${done.by} exported all data of the ${word(done)} ${done.id}: the record with whole personal numbers, bookings, documents and audit entries.`,
      ...rest(done),
    ],
  })
}

function word({ subject }: PersonReference): string {
  return PERSON_SUBJECTS[subject]
}

function rest({ reason }: Done): string[] {
  return [
    `Reason: ${reason}`,
    'The screen Activity shows it. If you do not know of this, talk to the administrator.',
  ]
}
