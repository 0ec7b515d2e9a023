import type { CDPSession, Page } from '@playwright/test'
import { timed } from './clock.ts'
import { everyInteraction, navigate } from './steps.ts'

/** The heap of the page after a garbage collection, in MB. */
export interface Memory {
  minutes: number
  /** How often every interaction was repeated. */
  rounds: number
  first: number
  last: number
  /** How much of the growth is compiled code: the engine compiles what runs often, and stops when all of it is compiled. */
  codeGrowth: number
}

/** Repeating may find a list unchanged, because the page still has it. */
const ANSWER_TIMEOUT_MS = 2000

/** Repeats every interaction in one page for this time. Compares the heap after the first and the last round. */
export async function memoryAfter(page: Page, minutes: number): Promise<Memory> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.enable')
  const round = async () => {
    await everyInteraction(page, async (_, input, answer) => {
      await timed(page, input, answer, ANSWER_TIMEOUT_MS)
    })
    await navigate(page, '/dashboard')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  }
  const end = performance.now() + minutes * 60_000
  const first = await round()
  const firstCode = await compiledCode(devtools)
  let last = await round()
  let rounds = 2
  for (; performance.now() < end; rounds += 1) last = await round()
  const codeGrowth = (await compiledCode(devtools)) - firstCode
  return { minutes, rounds, first, last, codeGrowth }
}

/** The part of a heap snapshot that is used: the numbers of all nodes in one list, and the names of their fields. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/** Returns the size of the compiled code in the heap, in MB. */
async function compiledCode(devtools: CDPSession): Promise<number> {
  let text = ''
  const read = ({ chunk }: { chunk: string }) => {
    text += chunk
  }
  devtools.on('HeapProfiler.addHeapSnapshotChunk', read)
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  devtools.off('HeapProfiler.addHeapSnapshotChunk', read)
  const { snapshot, nodes } = JSON.parse(text) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const code = types[0].indexOf('code')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (nodes[at + fields.indexOf('type')] === code)
      bytes += nodes[at + fields.indexOf('self_size')] ?? 0
  return bytes / 1e6
}
