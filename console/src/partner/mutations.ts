import { type Client, malformed } from '@mandap/client/client.ts'
import { DELETED_BY } from '@mandap/domain/partner/deletion.ts'
import { type Partner, partnerFrom } from '@mandap/domain/partner/partner.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { type Decision, decisionPayload } from '@mandap/domain/verification/decision.ts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Page } from '../list/page.ts'
import { ifMatch } from '../record/conflict.ts'
import { partnerById } from './queries.ts'

/** Reads one personal number of a partner, by its field, named with dots. Nothing may keep it. */
export async function revealNumber(
  client: Client,
  { id }: Pick<Partner, 'id'>,
  field: string,
  signal: AbortSignal,
): Promise<string> {
  const request = { params: { id }, body: { field } }
  const { data } = await client.call('POST /partners/{id}/reveal', request, { signal })
  const number = clean(data.value)
  if (number === '') throw malformed('POST /partners/{id}/reveal', request)
  return number
}

/** The header of a call that overrides or deletes (§6). */
function elevated(grant: string | null): Record<string, string> {
  return grant === null ? {} : { 'x-elevation': grant }
}

/** Deletes a partner (§5.9): removes it from every list that is shown, which are then fetched again. */
export function partnerDeletion(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'delete'],
    mutationFn: ({ partner, grant }: { partner: Partner; grant: string | null }) =>
      client.send('DELETE /partners/{id}', {
        params: { id: partner.id },
        headers: { ...elevated(grant), ...ifMatch(partner) },
        body: { deletedBy: DELETED_BY },
      }),
    onSuccess: (_, { partner }) => leaveOut(queryClient, partner.id),
    // a partner that could not be deleted may be gone, or changed
    onSettled: () => {
      for (const queryKey of [['partners'], ['summary'], ['activity']])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Removes a partner from every list that was read: those after it move up, and the total goes down. */
function leaveOut(queryClient: QueryClient, id: string) {
  const pages = queryClient.getQueriesData<Page<Partner>>({ queryKey: ['partners', 'listed'] })
  for (const [key, page] of pages) {
    if (!page?.rows.some((row) => row.id === id)) continue
    const list = key.slice(0, -1)
    const read = (at: number) => queryClient.getQueryData<Page<Partner>>([...list, at])
    for (let at = Number(key.at(-1)), here = read(at); here; here = read(++at)) {
      const rest = here === page ? here.rows.filter((row) => row.id !== id) : here.rows.slice(1)
      const rows = [...rest, ...(read(at + 1)?.rows.slice(0, 1) ?? [])]
      queryClient.setQueryData([...list, at], { ...here, rows })
    }
    queryClient.setQueriesData<Page<Partner>>({ queryKey: list }, (one) =>
      one && one.total !== null ? { ...one, total: one.total - 1 } : one,
    )
  }
}

/** Restores a deleted partner to the lists. */
export function partnerRestoring(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'restore'],
    mutationFn: ({ id, grant }: { id: string; grant: string | null }) =>
      client.send('POST /partners/{id}/restore', { params: { id }, headers: elevated(grant) }),
    onSuccess: () => {
      for (const queryKey of [['partners'], ['summary'], ['activity']])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** A partner as it is on the screen, and the decision on one of its steps. */
export interface StepDecision {
  partner: Partner
  decision: Decision
  grant: string | null
}

/** Decides a step (§4.5); every list shows the partner's new status at once. */
export function stepDecision(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'decide'],
    mutationFn: (decision: StepDecision) => decide(client, decision),
    onSuccess: (partner) => {
      queryClient.setQueryData(partnerById(client, partner.id).queryKey, partner)
      for (const queryKey of [['partners'], ['activity']])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
}

async function decide(
  client: Client,
  { partner, decision, grant }: StepDecision,
): Promise<Partner> {
  const request = {
    params: { id: partner.id },
    headers: { ...ifMatch(partner), ...elevated(grant) },
    body: decisionPayload(decision),
  }
  const decided = partnerFrom(await client.call('PUT /partners/{id}', request))
  if (decided.id === '') throw malformed('PUT /partners/{id}', request)
  return decided
}
