import { ApiError, ELEVATION_REQUIRED } from '@mandap/client/api-error.ts'
import { expect, onTestFinished, test } from 'vitest'
import { session } from './current.ts'
import { answerOffer, offerElevation, withElevation } from './current-elevation.ts'

const REFUSED = new ApiError('forbidden', { status: 403, code: ELEVATION_REQUIRED })

function signIn(person: string) {
  session.signIn({ idToken: `token of ${person}`, email: `${person}@mandap.example` })
  onTestFinished(() => session.signOut('logout'))
}

/** Returns an action that the host refuses once, and the people for whom it was made. */
function refusedOnce() {
  const madeFor: string[] = []
  const answer = Promise.withResolvers<void>()
  async function action() {
    madeFor.push(session.person())
    if (madeFor.length > 1) return
    await answer.promise
    throw REFUSED
  }
  return { action, madeFor, refuse: answer.resolve }
}

/** Lets what waits for settled promises run. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('an action is repeated after the person turned Super Admin on', async () => {
  signIn('asha')
  const { action, madeFor, refuse } = refusedOnce()
  const done = withElevation(action)
  refuse()
  await settled()
  answerOffer(true)
  await done
  expect(madeFor).toEqual(['asha@mandap.example', 'asha@mandap.example'])
})

test.each(['while Super Admin is offered', 'before the host refuses it'])(
  'an action is not repeated for another person who signs in %s',
  async (when) => {
    signIn('asha')
    const { action, madeFor, refuse } = refusedOnce()
    const done = withElevation(action)
    const isOffered = when === 'while Super Admin is offered'
    if (isOffered) {
      refuse()
      await settled()
    }
    // another tab has signed out and in while this one was suspended
    signIn('ravi')
    refuse()
    await settled()
    answerOffer(true)
    await expect(done).rejects.toBe(REFUSED)
    expect(madeFor).toEqual(['asha@mandap.example'])
  },
)

test('the dialog of Super Admin is closed when another person signs in', async () => {
  signIn('asha')
  const answer = offerElevation()
  signIn('ravi')
  expect(await answer).toBe(false)
})
