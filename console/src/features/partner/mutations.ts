import { type Client, malformed } from '@mandap/client/client.ts'
import { DELETED_BY } from '@mandap/domain/partner/deletion.ts'
import { partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import { type PartnerListing, partnersListed } from '@mandap/domain/partner/list.ts'
import { type Partner, partnerFrom } from '@mandap/domain/partner/partner.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { type Decision, decisionPayload } from '@mandap/domain/verification/decision.ts'
import { ruleOf } from '@mandap/domain/verification/step.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { mutationOptions, type QueryClient } from '@tanstack/preact-query'
import type { Page } from '../list/page.ts'
import { ifMatch, unversionedConflict, versionOf } from '../record/conflict.ts'
import { grantHeader } from '../session/grant-header.ts'
import { partnerById, readPartner } from './queries.ts'
import { invalidate, listedIn, listedKey } from '../client/query-keys.ts'

/**
 * Returns the mutation that deletes a partner (§5.9). Removes the partner from every list and fetches the lists
 * again.
 */
export function partnerDeletion(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'delete'],
    mutationFn: ({ partner, grant }: { partner: Partner; grant: string | null }) =>
      client.send('DELETE /partners/{id}', {
        params: { id: partner.id },
        headers: { ...grantHeader(grant), ...ifMatch(partner) },
        body: { deletedBy: DELETED_BY },
      }),
    onSuccess: (_, { partner }) => leaveOut(queryClient, partner.id, () => true),
    // after a failure too: the partner may be deleted or changed
    onSettled: () => invalidate(queryClient, 'partners', 'summary', 'activity'),
  })
}

/** Removes a partner from the cached lists that it has left. The partners after it move up and the total decreases. */
function leaveOut(
  queryClient: QueryClient,
  id: string,
  hasLeft: (listing: PartnerListing) => boolean,
) {
  const pages = queryClient.getQueriesData<Page<Partner>>({ queryKey: listedKey('partners') })
  for (const [key, page] of pages) {
    const listed = listedIn(key)
    const listing = listed?.listing as PartnerListing
    if (!page?.rows.some((row) => row.id === id) || !hasLeft(listing)) continue
    const read = (at: number) =>
      queryClient.getQueryData<Page<Partner>>(listedKey('partners', listing, at))
    for (let at = Number(listed?.page), current = read(at); current; current = read(++at)) {
      const rest =
        current === page ? current.rows.filter((row) => row.id !== id) : current.rows.slice(1)
      const rows = [...rest, ...(read(at + 1)?.rows.slice(0, 1) ?? [])]
      queryClient.setQueryData(listedKey('partners', listing, at), { ...current, rows })
    }
    queryClient.setQueriesData<Page<Partner>>(
      { queryKey: listedKey('partners', listing) },
      (one) => (one && one.total !== null ? { ...one, total: one.total - 1 } : one),
    )
  }
}

/** Returns the mutation that restores a deleted partner. */
export function partnerRestoring(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'restore'],
    mutationFn: ({ id, grant }: { id: string; grant: string | null }) =>
      client.send('POST /partners/{id}/restore', { params: { id }, headers: grantHeader(grant) }),
    // after a failure too: the partner may have been restored
    onSettled: () => invalidate(queryClient, 'partners', 'summary', 'activity'),
  })
}

/** The partner on the screen, and the decision on one step. */
export interface StepDecision {
  partner: Partner
  decision: Decision
  grant: string | null
}

/**
 * Returns the mutation that decides a step (§4.5). Removes the partner from the lists of other statuses, and fetches
 * the lists again.
 */
export function stepDecision(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['partners', 'decide'],
    mutationFn: (decision: StepDecision) => decide(client, decision),
    onSuccess: (partner) => {
      queryClient.setQueryData(partnerById(client, partner.id).queryKey, partner)
      const index = partnerIndex(partner)
      leaveOut(
        queryClient,
        partner.id,
        (listing) => !matches(partnersListed({ ...listing, search: '' }), index),
      )
      invalidate(queryClient, 'partners', 'activity')
    },
  })
}

async function decide(
  client: Client,
  { partner, decision, grant }: StepDecision,
): Promise<Partner> {
  if (versionOf(partner) === null) await requireUnchanged(client, partner, decision)
  const request = {
    params: { id: partner.id },
    headers: { ...ifMatch(partner), ...grantHeader(grant) },
    body: decisionPayload(decision),
  }
  const decided = partnerFrom(await client.call('PUT /partners/{id}', request))
  if (decided.id === '') throw malformed('PUT /partners/{id}', request)
  return decided
}

/**
 * Throws a conflict if another person has decided on the partner since it was read from a host without versions. Each
 * decision writes the status too (§4.5).
 */
async function requireUnchanged(
  client: Client,
  partner: Partner,
  decision: Decision,
): Promise<void> {
  const current = await readPartner(client, partner.id)
  const { field } = ruleOf(decision.step)
  const isChanged = current[field] !== partner[field] || current.status !== partner.status
  // the decision is there already if the answer to an earlier attempt was lost
  if (isChanged && !(await isSaved(current, decision)))
    throw unversionedConflict('PUT /partners/{id}', current)
}

/** Returns whether a partner, which was read with masked personal numbers, has the values of a decision. */
async function isSaved({ original }: Partner, decision: Decision): Promise<boolean> {
  // on demand, because every decision loads this file and few need the masks
  const { maskPersonalNumbers } = await import('@mandap/domain/partner/personal-record.ts')
  const payload = decisionPayload(decision)
  const saved = maskPersonalNumbers<JsonObject>({ ...original, ...payload })
  return Object.keys(payload).every((name) => original[name] === saved[name])
}
