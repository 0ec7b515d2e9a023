import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useState } from 'preact/compat'
import { useElevation } from '../session/current-elevation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import type { DeletedFrom } from './DeletePartnerDialog.tsx'

const DeletePartnerDialog = dialogOnDemand(
  'Delete partner',
  async () => (await import('./DeletePartnerDialog.tsx')).DeletePartnerDialog,
)
const preload = () => void DeletePartnerDialog.preload().catch(() => {})

/** Renders the delete button of a partner's card, which only a Super Admin sees (§6). */
export function DeletePartnerButton({
  partner,
  from,
  className = '',
}: {
  partner: Partner
  from: DeletedFrom
  className?: string
}) {
  const { elevated } = useElevation()
  // the partner whose button was pressed: the list may show another one here before the dialog closes
  const [deleting, setDeleting] = useState<Partner | null>(null)
  return (
    <>
      {elevated && (
        <IconButton
          icon="trash"
          label={`Delete ${partner.name || partner.companyName || 'this partner'}`}
          className={className}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setDeleting(partner)}
        />
      )}
      {/* stays open when the grant ends, so that typed text is not lost */}
      {deleting && (
        <DeletePartnerDialog partner={deleting} from={from} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}
