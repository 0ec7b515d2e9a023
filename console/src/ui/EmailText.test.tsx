import { expect, test } from 'vitest'
import { EmailText } from './EmailText.tsx'
import { EmailLink } from './contact.tsx'
import { render } from '../../testing/render.tsx'
import { until } from '../../testing/until.ts'

const ADDRESS = 'jean-luc.de-la-fontaine@celebrations-by-asha.example'

async function shown<E extends HTMLElement = HTMLElement>(selector: string): Promise<E> {
  await until(`${selector} is shown`, () => document.querySelector(selector) !== null)
  const element = document.querySelector<E>(selector)
  if (!element) throw new Error(`${selector} is not shown`)
  return element
}

async function boxOf(address: string, width: string): Promise<HTMLElement> {
  render(
    <p data-testid="box" style={{ width, font: '16px monospace' }} className="wrap-anywhere">
      <EmailText address={address} />
    </p>,
  )
  return shown('[data-testid=box]')
}

/** Returns the text of each line of an element. */
function linesOf(element: HTMLElement): string[] {
  const lines = new Map<number, string>()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? ''
    for (let at = 0; at < text.length; at++) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const top = Math.round(range.getBoundingClientRect().top)
      lines.set(top, (lines.get(top) ?? '') + text.charAt(at))
    }
  }
  return [...lines.values()]
}

test('breaks an e-mail address before @ and dots only, not after a hyphen', async () => {
  const box = await boxOf(ADDRESS, '24ch')
  expect(linesOf(box)).toEqual(['jean-luc.de-la-fontaine', '@celebrations-by-asha', '.example'])
})

test('breaks a part that is wider than the line, and never overflows', async () => {
  const box = await boxOf(ADDRESS, '12ch')
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
  expect(linesOf(box)[0]).toBe('jean-luc')
  expect(box.textContent).toBe(ADDRESS)
})

test('a link has the whole address as its name', async () => {
  render(<EmailLink address={ADDRESS} />)
  const link = await shown<HTMLAnchorElement>('a')
  expect(link.textContent).toBe(ADDRESS)
  expect(link.href).toBe(`mailto:${ADDRESS}`)
})
