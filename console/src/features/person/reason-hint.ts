/** Below the reason of an export or erasure of a person. */
export const reasonHint =
  'For example “Request of 24 November, ticket 1187”. The reason stays in the audit log and is mailed to the Super Admins, so do not name the person.'
