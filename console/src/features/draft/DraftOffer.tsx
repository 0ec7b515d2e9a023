import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
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
    <section aria-label="Unsaved text" className="mb-4">
      <Notice
        tone="info"
        text={text}
        actions={
          <FocusAfterRemoval className="flex gap-1">
            <Button look="quiet" size="small" onClick={onDiscard}>
              Discard
            </Button>
            <Button size="small" onClick={onRestore}>
              Restore
            </Button>
          </FocusAfterRemoval>
        }
      />
    </section>
  )
}
