import type { Action } from '@mandap/domain/verification/step.ts'

/** The actions of a step (§2.10) and their labels. */
export const ACTIONS = {
  approve: { label: 'Approve', look: 'primary', done: 'approved.' },
  reupload: { label: 'Reupload', look: 'secondary', done: 're-upload requested.' },
  decline: { label: 'Decline', look: 'danger', done: 'declined.' },
} as const satisfies Record<Action, { label: string; look: string; done: string }>
