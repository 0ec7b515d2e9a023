/** Hours for which the link of an invitation works. */
export const INVITATION_HOURS = 24

/** Maximum length of the name of an invited administrator, in characters. */
export const MAX_INVITED_NAME = 200
