import { INVITATION_HOURS } from '@mandap/domain/session/invitation.ts'

/** What happens to a person who is invited. */
export const INVITATION_TEXT = `They get an e-mail with a link for choosing a password, which works once, within ${INVITATION_HOURS} hours.`
