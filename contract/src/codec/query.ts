/** A query in which each parameter may be missing. */
export type Query<Q> = { [Name in keyof Q]?: Q[Name] | undefined }
