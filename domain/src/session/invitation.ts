/** Hours for which the link of an invitation works. */
export const INVITATION_HOURS = 24

/** The most characters of the name of an invited administrator. */
export const MAX_INVITED_NAME = 200
