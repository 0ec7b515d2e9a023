import { clean } from '@mandap/domain/text/text.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'

/** What of GET /users asks our own server for a list of users; its rules are the server's. */
export function usersQuery({ search, has }: UserListing): Record<string, string | undefined> {
  return {
    search: clean(search ?? '') || undefined,
    has: has?.group,
    today: has?.today.date,
    timeZone: has?.today.timeZone,
  }
}
