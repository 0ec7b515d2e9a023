import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { readId } from '@mandap/domain/wire/read.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { documentServer } from './document-server.ts'
import { navigate } from './navigate.ts'
import { plainConsole } from './plain-console.ts'

/** What a test opened. */
export const closers: (() => Promise<void>)[] = []

/** Closes what a test opened. */
export async function closePapers() {
  await Promise.all(closers.splice(0).map((close) => close()))
}

export type Papers = Record<string, string>

/** Serves documents and opens the console on a plain host. Each name has a partner with these documents. */
export async function openPapers<Name extends string>(
  page: Page,
  papers: Record<Name, Papers>,
  { viewers = {} } = {},
) {
  const store = await documentServer()
  const partners = new Map(
    Object.entries<Papers>(papers).map(([name, fields]) => [
      name,
      partnerJson({ name, ...addressesIn(store.url, fields) }),
    ]),
  )
  const { open, close } = await plainConsole(page, [...partners.values()], { viewers })
  closers.push(close, store.close)
  const idOf = (name: Name) => readId(partners.get(name)?.['_id'])
  const pathOf = (name: Name) => `/approval-panel/kyc/online-kyc/${idOf(name)}`
  /** Shows the online KYC of a partner. Only the first call loads the console. */
  async function show(name: Name) {
    if (page.url() === 'about:blank') await open(pathOf(name))
    else await navigate(page, pathOf(name))
    await expect(page.getByText(`${name} · Iyer Caterers`)).toBeVisible()
  }
  return { store, show, idOf }
}

/** Returns the fields with the addresses of their paths on a server. A full address stays as it is. */
export function addressesIn(url: string, papers: Papers): Papers {
  return Object.fromEntries(
    Object.entries(papers).map(([field, path]) => [
      field,
      path.startsWith('/') ? `${url}${path}` : path,
    ]),
  )
}

export const paper = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Returns whether a canvas shows something else than white. */
export const isDrawn = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height)
    return data.some((value, at) => at % 4 !== 3 && value < 128 && data[at - (at % 4) + 3] === 255)
  })

/** Returns the drawn page of a PDF. */
export const pageOf = (page: Page, name: string, number = 1, count = 1) =>
  paper(page, name).getByRole('img', { name: `${name}, page ${number} of ${count}` })
