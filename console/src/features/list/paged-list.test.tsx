import { QueryClientProvider, queryOptions } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/compat'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../testing/render.tsx'
import { createQueryClient } from '../client/query-client.ts'
import type { Page } from './page.ts'
import { usePagedList } from './paged-list.ts'

// a list whose answer takes long on a busy machine is dimmed, which renders it again
vi.mock(import('../../ui/use-dimmed.ts'), () => ({ useDimmed: () => false }))

const lists = new Map(['Asha', 'Meera'].map((name) => [name, pageQueryOf(name)]))

/** Returns the query of each page of a list whose one item has this name. */
function pageQueryOf(name: string) {
  return (at: number) =>
    queryOptions({
      queryKey: ['bookings', name, at],
      queryFn: async (): Promise<Page<string>> => {
        // an answer comes after the tasks that the change of the list has queued
        await new Promise((resolve) => setTimeout(resolve, 30))
        return { rows: [name], next: null, total: 1 }
      },
    })
}

test('a change of the list renders once for its query and once for its answer', async () => {
  const renders: (string | undefined)[] = []
  function Item({ text }: { text: string | undefined }) {
    renders.push(text)
    return text
  }
  function List() {
    const [name, setName] = useState('Asha')
    const list = usePagedList(lists.get(name) ?? pageQueryOf(name))
    const { onView } = list
    useEffect(() => onView(0, 0), [onView])
    return (
      <button type="button" onClick={() => setName('Meera')}>
        <Item text={list.stale ? 'stale' : list.itemAt(0)} />
      </button>
    )
  }
  const queryClient = createQueryClient()
  onTestFinished(() => queryClient.clear())
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
  const button = page.getByRole('button')
  await expect.element(button).toHaveTextContent('Asha')
  renders.length = 0
  await button.click()
  await expect.element(button).toHaveTextContent('Meera')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(renders).toEqual(['stale', 'Meera'])
})
