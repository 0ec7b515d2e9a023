import type { ReactNode } from 'preact/compat'

/** Renders the numbers of a chart as a table in a disclosure below it. */
export function ChartTable({
  caption,
  columns,
  rows,
}: {
  caption: string
  columns: readonly string[]
  /** The first cell is the row's header. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  return (
    <details className="group mt-3 border-t border-line pt-2">
      <summary className="inline-flex min-h-7 items-center rounded-xs text-sm font-medium text-accent-text pointer-coarse:min-h-10">
        <span className="group-open:hidden">Show as a table</span>
        <span className="hidden group-open:inline">Hide the table</span>
      </summary>
      <table className="mt-1 w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-xs text-ink-muted">
            {columns.map((column, at) => (
              <th
                key={column}
                scope="col"
                className={`py-1 font-medium ${at === 0 ? 'text-left' : 'pl-3 text-right'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal text-ink-muted">
                {name}
              </th>
              {values.map((value, at) => (
                // eslint-disable-next-line react/no-array-index-key -- columns keep their order
                <td key={at} className="py-1.5 pl-3 text-right font-medium break-all">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
