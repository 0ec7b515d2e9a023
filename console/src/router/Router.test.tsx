import { useState } from 'preact/compat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Link } from './Link.tsx'
import { useHref, useLocation, useNavigate, useNavigationType } from './Router.tsx'

function Place() {
  const { pathname, search, hash, state } = useLocation()
  return (
    <output>{`${useNavigationType()} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>
  )
}

function Screen() {
  const navigate = useNavigate()
  return (
    <>
      <Place />
      <Link to="/second?a=1#b" state={{ from: 'first' }}>
        Second
      </Link>
      <Link to="/third" state={(here: string) => ({ from: here })}>
        Third
      </Link>
      <Link to="/second" onClick={(event) => event.preventDefault()}>
        Nowhere
      </Link>
      <button type="button" onClick={() => navigate({ search: 'q=x' }, { replace: true })}>
        Search
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  )
}

const place = () => page.getByRole('status')
const follow = (name: string) => page.getByRole('link', { name }).click()
const press = (name: string) => page.getByRole('button', { name }).click()

test('a link adds an entry with its state, and Back returns to the one before', async () => {
  render(<Screen />, '/first')
  await expect.element(place()).toHaveTextContent('pop /first null')
  await follow('Second')
  await expect.element(place()).toHaveTextContent('push /second?a=1#b {"from":"first"}')
  expect(window.location.search).toBe('?a=1')
  await press('Back')
  await expect.element(place()).toHaveTextContent('pop /first null')
})

test('a link computes its state from the address of the screen on which it is followed', async () => {
  render(<Screen />, '/first')
  await press('Search')
  await follow('Third')
  await expect.element(place()).toHaveTextContent('push /third {"from":"/first?q=x"}')
})

test('a link to the current address replaces its entry', async () => {
  render(<Screen />, '/first')
  await follow('Second')
  await expect.element(place()).toHaveTextContent('push /second?a=1#b {"from":"first"}')
  const entries = window.history.length
  await follow('Second')
  await expect.element(place()).toHaveTextContent('replace /second?a=1#b {"from":"first"}')
  expect(window.history.length).toBe(entries)
})

test('a search alone stays on the screen', async () => {
  render(<Screen />, '/first')
  await press('Search')
  await expect.element(place()).toHaveTextContent('replace /first?q=x null')
})

test('a search is behind the #, which no request contains, and is read from both places', async () => {
  function Searching() {
    const navigate = useNavigate()
    return (
      <>
        <Screen />
        <Link to="/first?search=asha+rao&tab=two">Asha</Link>
        <button type="button" onClick={() => navigate({ search: 'tab=two&search=kavya' })}>
          Kavya
        </button>
      </>
    )
  }
  render(<Searching />, '/first?tab=two&search=of+an+old+link')
  await expect.element(place()).toHaveTextContent('pop /first?tab=two&search=of+an+old+link null')
  await press('Kavya')
  await expect.element(place()).toHaveTextContent('push /first?tab=two&search=kavya null')
  expect(window.location.search + window.location.hash).toBe('?tab=two#?search=kavya')
  const asha = page.getByRole('link', { name: 'Asha' })
  await expect.element(asha).toHaveAttribute('href', '/first?tab=two#?search=asha+rao')
  await follow('Asha')
  await expect.element(place()).toHaveTextContent('push /first?tab=two&search=asha+rao null')
  await follow('Asha')
  await expect.element(place()).toHaveTextContent('replace /first?tab=two&search=asha+rao null')
})

test('a link whose click was handled is not followed', async () => {
  render(<Screen />, '/first')
  await follow('Nowhere')
  await expect.element(place()).toHaveTextContent('pop /first null')
})

test('a link that is opened in another tab is left to the browser', async () => {
  render(<Screen />, '/first')
  const isLeft = new Promise((resolve) => {
    window.addEventListener(
      'click',
      (event) => {
        resolve(!event.defaultPrevented)
        event.preventDefault()
      },
      { once: true },
    )
  })
  await userEvent.keyboard('{Control>}')
  await follow('Second')
  await userEvent.keyboard('{/Control}')
  expect(await isLeft).toBe(true)
  await expect.element(place()).toHaveTextContent('pop /first null')
})

test('a navigation that the browser makes during the first render is shown', async () => {
  function Leaving() {
    useState(() => history.replaceState({ usr: 'late', key: 'late' }, '', '/late'))
    return <Place />
  }
  render(<Leaving />, '/first')
  await expect.element(place()).toHaveTextContent('pop /late "late"')
})

test('an entry that the browser makes keeps its state and has a key of its own', async () => {
  const keys = new Set<string>()
  function Keyed() {
    keys.add(useLocation().key)
    return <Place />
  }
  render(<Keyed />, '/first')
  await expect.element(place()).toHaveTextContent('pop /first null')
  window.location.hash = '#main'
  await expect.element(place()).toHaveTextContent('pop /first#main null')
  expect(keys.size).toBe(2)
  history.replaceState({ usr: 'passed' }, '')
  dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(place()).toHaveTextContent('pop /first#main "passed"')
})

test('paths begin below the base of the console', async () => {
  function Here() {
    return (
      <>
        <Place />
        <a href={useHref('/second')}>Second</a>
      </>
    )
  }
  render(<Here />, '/demo/first', '/demo/')
  await expect.element(place()).toHaveTextContent('pop /first null')
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/demo/second')
})
