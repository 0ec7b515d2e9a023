import { isolated } from '@mandap/domain/text/text.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'

/** Returns the title of a screen about a partner: the person, or 'Unnamed' with the company where the name is missing. */
export function partnerTitle({ name, companyName }: Pick<Partner, 'name' | 'companyName'>): string {
  if (name !== '') return name
  return companyName === '' ? 'Unnamed' : `Unnamed · ${companyName}`
}

/**
 * Returns the title of the tab of a screen about a partner. It has no name, because the browser's history would keep the name
 * after sign-out and erasure. The end of the id tells the tabs of two partners apart.
 */
export function partnerTabTitle(screen: string, { id }: Pick<Partner, 'id'>): string {
  return `${screen} · …${id.slice(-6)}`
}

/** Returns the company below the title, unless the title has it. */
export function partnerSubtitle({ name, companyName }: Pick<Partner, 'name' | 'companyName'>) {
  return name === '' ? undefined : companyName
}

/** Returns the person and the company in one line, for a page or a dialog whose title is not the partner. */
export function partnerAndCompany(partner: Pick<Partner, 'name' | 'companyName'>): string {
  return [partnerTitle(partner), partnerSubtitle(partner) ?? '']
    .filter(Boolean)
    .map(isolated)
    .join(' · ')
}
