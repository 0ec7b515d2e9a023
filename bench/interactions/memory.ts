import type { CDPSession, Page } from '@playwright/test'
import { timed } from './clock.ts'
import { navigate } from '../../e2e/testing/navigate.ts'
import { everyInteraction } from './steps.ts'

/** The heap of the page after a garbage collection, in MB. */
export interface Memory {
  minutes: number
  /** After every interaction once. */
  cold: number
  /** How often every interaction was repeated until the heap levelled off. */
  warmUp: number
  /** How often every interaction was repeated after that. */
  rounds: number
  /** The mean of the last two rounds of the warm-up. */
  first: number
  /** The mean of the last two rounds. */
  last: number
  /** How much of the growth is compiled code. */
  codeGrowth: number
}

/** Repeating may find a list unchanged, because the page still has it. */
const ANSWER_TIMEOUT_MS = 2000

/**
 * The warm-up ends when two rounds make the heap grow by less than this share: the engine compiles what runs often, in the
 * first five rounds or so. Two, because every second round ends with the same records.
 */
const LEVEL_GROWTH = 0.02

/** Then the measurement begins, so that a heap that never levels off misses the target. */
const MAX_WARM_UP = 12

/**
 * Repeats every interaction in one page until the heap levels off, and then for this time. Compares the heap at the
 * beginning and the end of this time.
 */
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
  const heaps = [await round(), await round(), await round()]
  while (heaps.length < MAX_WARM_UP && !isLevel(heaps)) heaps.push(await round())
  const warmUp = heaps.length
  const first = meanOfLastTwo(heaps)
  const firstCode = await compiledCode(devtools)
  const end = performance.now() + minutes * 60_000
  do heaps.push(await round())
  while (performance.now() < end || heaps.length < warmUp + 2)
  return {
    minutes,
    cold: heaps[0] ?? Number.NaN,
    warmUp,
    rounds: heaps.length - warmUp,
    first,
    last: meanOfLastTwo(heaps),
    codeGrowth: (await compiledCode(devtools)) - firstCode,
  }
}

function isLevel(heaps: readonly number[]): boolean {
  return (heaps.at(-1) ?? Infinity) / (heaps.at(-3) ?? 0) - 1 < LEVEL_GROWTH
}

function meanOfLastTwo(heaps: readonly number[]): number {
  return ((heaps.at(-1) ?? Number.NaN) + (heaps.at(-2) ?? Number.NaN)) / 2
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
