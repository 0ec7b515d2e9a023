import type { Client } from '@mandap/client/client.ts'
import type { PersonReference } from '@mandap/domain/person/person.ts'
import { mutationOptions, type Query, type QueryClient } from '@tanstack/preact-query'
import { forgetPassedBookings } from '../booking/passed-booking.ts'
import { addressOf } from '../client/config.ts'
import { canChange } from '../client/query-client.ts'
import { download } from '../export/download.ts'
import { recentItems } from '../palette/current-palette.ts'
import { showToast } from '../../ui/Toast.tsx'
import { grantHeader } from '../session/grant-header.ts'
import { invalidate } from '../client/query-keys.ts'

/** What is done with the data of a person, and why. */
interface OnPerson {
  person: PersonReference
  reason: string
  grant: string | null
}

/** Returns the mutation that starts the download of a person's data, and returns the name of the file. */
export function personExport(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['people', 'export'],
    mutationFn: async ({ person: { subject, id }, reason, grant }: OnPerson) => {
      const body = { subject, id, reason }
      const { data } = await client.call('POST /person-exports', {
        headers: grantHeader(grant),
        body,
      })
      // the file may be read only once, so only the browser's download fetches it
      const { secret, name } = data
      const onFailed = () => showToast('error', `The download of ${name} failed. Try again.`)
      download({ url: addressOf(data.url), name, secret, onFailed })
      return name
    },
    onSettled: () => invalidate(queryClient, 'activity'),
  })
}

/** Returns the mutation that erases a person. Every screen is fetched again, because any may show the person. */
export function personErasure(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['people', 'erase'],
    mutationFn: ({ person: { subject, id }, reason, grant }: OnPerson) =>
      client.call('POST /erasures', { headers: grantHeader(grant), body: { subject, id, reason } }),
    onSuccess: (_, { person: { subject: kind, id } }) => {
      if (kind !== 'tempPartner') void recentItems.remove({ kind, id, name: '' })
    },
    // after a failure too: the person may be erased
    onSettled: () => {
      // Back would show the person until the screen is fetched again
      forgetPassedBookings()
      const predicate = ({ queryKey }: Query) => canChange(queryKey)
      queryClient.removeQueries({ type: 'inactive', predicate })
      void queryClient.invalidateQueries()
    },
  })
}
