// for plain/ alone, until it moves to @mandap/adapter
export { ApiError, type ApiErrorDetails, type ApiErrorKind } from '@mandap/client/api-error.ts'
