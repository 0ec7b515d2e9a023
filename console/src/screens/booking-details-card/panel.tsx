import { Skeleton } from '../../ui/loading.tsx'

/** Renders a text in place of a panel's details. */
export function PanelNote({ text }: { text: string }) {
  return <p className="text-ink-muted">{text}</p>
}

export function PanelLoading({ label }: { label: string }) {
  return (
    <output className="grid gap-3">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/5" />
    </output>
  )
}
