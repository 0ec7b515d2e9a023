/** A query as one side builds it and the other reads it: each parameter may be missing. */
export type Query<Q> = { [Name in keyof Q]?: Q[Name] | undefined }
