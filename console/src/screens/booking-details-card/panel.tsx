import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/loading.tsx'

/** What a panel says in place of its facts. */
export function PanelNote({ text }: { text: string }) {
  return <p className="text-ink-muted">{text}</p>
}

export function PanelFailure({
  text,
  retrying,
  onRetry,
}: {
  text: string
  retrying: boolean
  onRetry: () => void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="alert" className="text-negative-text">
        {text}
      </p>
      <Button look="quiet" size="small" icon="refresh" busy={retrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
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
