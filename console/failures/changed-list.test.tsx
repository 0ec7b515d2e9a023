import type { LiveMessage } from '@mandap/client/live-message.ts'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { runEffects } from '../src/app/effects-before-events.ts'
import { click, shown } from '../testing/act.ts'
import { openConsole } from '../testing/open-console.tsx'
import { hostWithRecords } from './records.ts'

const NOBODY = { pending: 0, AKYC: 0, RKYC: 0, DKYC: 0, ACV: 0, RCV: 0, DCV: 0, decline: 0 }

const DECISION: LiveMessage = {
  is: 'change',
  id: 2,
  change: {
    kind: 'decide',
    subject: 'partner',
    subjectId: 'Zoya Khan',
    version: 2,
    by: 'dev@mandap.example',
    name: 'Dev Patel',
    position: '0/1',
  },
}

/** A host with partners to approve. After the decision of another person, the list answers when `answerList` is called. */
function hostWithQueue() {
  let pending = ['Zoya Khan', 'Gita Rao']
  const decision = Promise.withResolvers<void>()
  const following = Promise.withResolvers<void>()
  let list = Promise.resolve()
  const host = hostWithRecords('mandap', {
    'GET /partners': async () => {
      await list
      const data = pending.map((name) => partnerJson({ _id: name, name }))
      return { data, next: null, total: data.length }
    },
    'GET /partners/counts': () => ({ data: { ...NOBODY, pending: pending.length } }),
  })
  async function* follow(): AsyncGenerator<LiveMessage> {
    yield { is: 'open', id: 1, stream: 's1' }
    following.resolve()
    await decision.promise
    yield DECISION
    await new Promise(() => {})
  }
  return {
    host: { ...host, follow },
    isFollowed: following.promise,
    decide: () => {
      const answer = Promise.withResolvers<void>()
      list = answer.promise
      pending = ['Gita Rao']
      decision.resolve()
      return { answerList: answer.resolve }
    },
  }
}

test('a list under the pointer keeps its rows, also if its screen shows other answers first', async () => {
  onTestFinished(() => page.viewport(1440, 900))
  const { host, isFollowed, decide } = hostWithQueue()
  openConsole(host, '/approval-panel')
  const cards = page.getByRole('article')
  await expect.element(cards).toHaveLength(2)
  await isFollowed
  await cards.first().hover()
  const { answerList } = decide()
  await shown(page.getByRole('tab', { name: 'Pending 1' }))
  // otherwise the answer could arrive before those of the screen, which has rendered the counts
  runEffects()
  answerList()
  const message = page.getByText('This list has changed.')
  await shown(message)
  await expect.element(cards).toHaveLength(2)
  // on a phone, the message does not cover the heading
  await page.viewport(390, 844)
  const boxOf = (found: Locator) => found.element().getBoundingClientRect()
  const heading = page.getByRole('heading', { name: 'Approval Panel', level: 1 })
  expect(boxOf(message).top).toBeGreaterThan(boxOf(heading).bottom)
  await click(page.getByRole('button', { name: 'Show changes' }))
  await expect.element(cards).toHaveLength(1)
  await expect.element(page.getByText('1 partner', { exact: true })).toHaveFocus()
})
