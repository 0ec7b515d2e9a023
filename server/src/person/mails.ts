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

/** Returns the mail to a Super Admin about an erasure. It does not name the person. */
export function personErasedMail(to: string, done: Done): Mail {
  return notice({
    to,
    subject: 'Mandap: a person was erased',
    paragraphs: [
      `${done.by} erased the ${word(done)} ${done.id}: the record, bookings and audit entries no longer identify the person, and the documents are destroyed. This cannot be undone.`,
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
