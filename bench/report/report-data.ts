import type { Changes } from '../changes/figures.ts'
import type { Exported } from '../export/figures.ts'
import type { Additions } from '../fill/figures.ts'
import type { Calls } from '../host/figures.ts'
import type { Memory } from '../interactions/memory.ts'
import type { Scrolled } from '../interactions/scroll.ts'
import type { Interaction } from '../interactions/summary.ts'
import type { Screen } from '../lighthouse/figures.ts'
import type { Starts } from '../start/figures.ts'

/** The results of all measurements. */
export interface Report {
  commit: string
  /** The commits of the measurements that were made again later, by the name of their file. */
  again: Record<string, string>
  date: string
  machine: string
  /** The bookings with which the interactions and peers were measured. */
  bookings: number
  throughput: {
    name: string
    kilobytes: number
    connections: number
    ours: number
    bare: number
    ratio: number
  }[]
  host: Calls
  changes: Changes
  additions: Additions
  exports: Exported[]
  starts: Starts
  /** A page with one heading on the same machine, for comparison with the screens. */
  emptyPage: Screen
  screens: Screen[]
  interactions: Interactions[]
  peers: Peer[]
}

/** The interactions on one host. */
export interface Interactions {
  host: string
  interactions: Interaction[]
  scrolled: Scrolled[]
  memory: Memory
}

/** What was measured of one console. */
export interface Peer {
  name: string
  screen: Screen
  filter: Interaction
  sort: Interaction
  /** Requests to the server, without files: to open the list, and to filter it. */
  requests: { open: number; filter: number }
}
