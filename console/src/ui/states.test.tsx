import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { EmptyState, FailureBar, FailureLine, NoItems } from './states.tsx'

type State = 'filtered' | 'failed' | 'loading' | 'loaded'

/** A list with its count that is empty because of a filter, or has failed to load. */
function List({ first }: { first: 'filtered' | 'failed' }) {
  const [state, setState] = useState<State>(first)
  const failure = state === 'failed' && {
    hint: 'The server had a problem.',
    retrying: false,
    onRetry: () => setState('loaded'),
  }
  return (
    <>
      <output data-count tabIndex={-1}>
        {state === 'loaded' ? '2 bookings' : '0 bookings'}
      </output>
      {state !== 'loaded' && (
        <NoItems
          text="No bookings."
          failure={failure || null}
          actions={
            state === 'filtered' && (
              <Button
                onClick={() => {
                  setState('loading')
                  setTimeout(() => setState('loaded'), 50)
                }}
              >
                Clear filters
              </Button>
            )
          }
        />
      )}
    </>
  )
}

test.each([
  ['filtered', 'Clear filters'],
  ['failed', 'Try again'],
] as const)('the count of a list that was %s has the focus after ‘%s’', async (first, button) => {
  render(<List first={first} />)
  page.getByRole('button', { name: button }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 bookings')).toHaveFocus()
})

test('a focus outside of an empty list stays where it is', async () => {
  render(
    <>
      <input aria-label="Search" />
      <List first="filtered" />
    </>,
  )
  const search = page.getByLabelText('Search')
  const button = page.getByRole('button', { name: 'Clear filters' }).element() as HTMLElement
  search.element().focus()
  button.click()
  await expect.element(page.getByText('2 bookings')).toBeVisible()
  await new Promise(requestAnimationFrame)
  await expect.element(search).toHaveFocus()
})

test('the failure of a list is announced', async () => {
  render(<List first="failed" />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server had a problem.')
})

test('has no room for suggestions that render nothing', async () => {
  const Nothing = () => null
  render(
    <>
      {[null, <Nothing key="nothing" />].map((children, at) => (
        <section key={at} aria-label={`List ${at}`}>
          <NoItems text="No bookings." failure={null} actions={<Button>Clear filters</Button>}>
            {children}
          </NoItems>
        </section>
      ))}
    </>,
  )
  const height = (name: string) =>
    page.getByRole('region', { name }).element().getBoundingClientRect().height
  await expect.element(page.getByRole('region', { name: 'List 1' })).toBeVisible()
  expect(height('List 1')).toBe(height('List 0'))
})

test('a long word in an empty state wraps within its box', () => {
  const word = 'x'.repeat(200)
  render(
    <div style={{ width: '320px' }} data-testid="box">
      <EmptyState text={word} hint={`${word}, location not available`} />
    </div>,
  )
  const box = page.getByTestId('box').element()
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
})

test('a long word in the failure of a part wraps within its box', () => {
  render(
    <div style={{ width: '320px' }} data-testid="box">
      <FailureBar edge="bottom" text={'x'.repeat(200)} onRetry={() => {}} />
    </div>,
  )
  const box = page.getByTestId('box').element()
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
})

/** A part of a screen that is fetched again after ‘Try again’. */
function Part() {
  const [isFailed, setIsFailed] = useState(true)
  return isFailed ? (
    <p>
      <FailureLine text="Not loaded." retrying={false} onRetry={() => setIsFailed(false)} />
    </p>
  ) : (
    <p>Loading the counts…</p>
  )
}

async function tryAgain() {
  page.getByRole('button', { name: 'Try again' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Loading the counts…')).toBeVisible()
}

test('the screen has the focus after ‘Try again’ of a part of it', async () => {
  render(
    <main tabIndex={-1}>
      <Part />
    </main>,
  )
  await tryAgain()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('the dialog has the focus after ‘Try again’ of a part of it', async () => {
  render(
    <main tabIndex={-1}>
      <output data-count tabIndex={-1}>
        2 bookings
      </output>
      <Dialog title="Edit planner" onClose={() => {}}>
        <Part />
      </Dialog>
    </main>,
  )
  await tryAgain()
  await expect.element(page.getByRole('dialog')).toHaveFocus()
})
