import { Type } from 'typebox'
import { QUERY_HEADER } from './url-parameters.ts'

/** The header with parameters of a query, as a part of the contract. */
export const QueryHeader = {
  [QUERY_HEADER]: Type.Optional(
    Type.String({
      description:
        'Parameters of the query that do not belong in a URL, such as a search, form-encoded.',
      examples: ['search=asha+rao'],
    }),
  ),
}
