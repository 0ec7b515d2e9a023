/** Where the items of a list are, in pixels from its beginning. */
export interface ListGeometry {
  columns: number
  /** From one row to the next; 0 until it is measured. */
  pitch: number
  /** Between two rows, as part of the pitch. */
  gap: number
  /** Returns the height of a list of `total` items. */
  heightOf: (total: number) => number
  /** Returns where the row of an item begins. */
  offsetOf: (index: number) => number
  /** Returns the first item of the row at an offset, also beyond either end of the list. */
  indexAt: (offset: number) => number
}

/** Rows of one height, with as many items as there are columns. */
export function gridGeometry(columns: number, pitch: number, gap: number): ListGeometry {
  return {
    columns,
    pitch,
    gap,
    heightOf: (total) => Math.max(0, Math.ceil(total / columns) * pitch - gap),
    offsetOf: (index) => Math.floor(index / columns) * pitch,
    indexAt: (offset) => Math.floor(offset / pitch) * columns,
  }
}

export interface ExpandedRow {
  index: number
  /** How much higher it is than the other rows, in pixels. */
  extra: number
}

/** One column, in which one row may be expanded. */
export function columnGeometry(pitch: number, expanded: ExpandedRow | null): ListGeometry {
  const extraAbove = (index: number) => (expanded && index > expanded.index ? expanded.extra : 0)
  const offsetOf = (index: number) => index * pitch + extraAbove(index)

  function indexAt(offset: number): number {
    if (!expanded || offset < offsetOf(expanded.index)) return Math.floor(offset / pitch)
    if (offset < offsetOf(expanded.index + 1)) return expanded.index
    return Math.floor((offset - expanded.extra) / pitch)
  }

  return { columns: 1, pitch, gap: 0, heightOf: offsetOf, offsetOf, indexAt }
}
