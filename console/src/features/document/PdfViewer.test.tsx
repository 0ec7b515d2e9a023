import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { PdfViewer } from './PdfViewer.tsx'

/** What PDF.js was told to do with each page. */
const calls = vi.hoisted(() => [] as string[])

vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => {
  const fakePage = (number: number) => ({
    getViewport: () => ({ width: 300, height: 200 }),
    streamTextContent: () => new ReadableStream(),
    render: () => ({ promise: Promise.resolve(), cancel: () => calls.push(`cancel ${number}`) }),
    cleanup: () => calls.push(`clean up ${number}`),
  })
  return {
    GlobalWorkerOptions: {},
    VerbosityLevel: {},
    TextLayer: class {
      render = () => Promise.resolve()
      cancel = () => {}
    },
    version: '0',
    getDocument: () => ({
      promise: Promise.resolve({
        numPages: 3,
        getPage: (at: number) => Promise.resolve(fakePage(at)),
      }),
      destroy: () => Promise.resolve(),
    }),
  }
})

test('releases a page of a PDF when it is left', async () => {
  render(
    <PdfViewer url="data:application/pdf,%25PDF-1.7" label="Aadhar Card" onFailed={() => {}} />,
  )
  const pageOf = (number: number) =>
    page.getByRole('img', { name: `Aadhar Card, page ${number} of 3` })
  await expect.element(pageOf(1)).toBeVisible()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(pageOf(2)).toBeVisible()
  await expect.poll(() => calls).toEqual(['clean up 1'])
})
