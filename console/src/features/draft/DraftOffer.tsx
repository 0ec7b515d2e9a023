import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'

/** Offers to restore unsaved text. Does not fill in the form until the person accepts. */
export function DraftOffer({
  text,
  onRestore,
  onDiscard,
}: {
  text: string
  onRestore: () => void
  onDiscard: () => void
}) {
  return (
    <section
      aria-label="Unsaved text"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-info-soft py-1.5 pr-1.5 pl-4 text-info-text"
    >
      <Icon name="info" className="size-4.5 max-sm:hidden" />
      <p className="min-w-0 grow font-medium">{text}</p>
      <FocusAfterRemoval className="flex gap-1">
        <Button look="quiet" size="small" onClick={onDiscard}>
          Discard
        </Button>
        <Button size="small" onClick={onRestore}>
          Restore
        </Button>
      </FocusAfterRemoval>
    </section>
  )
}
