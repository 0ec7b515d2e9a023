import type { Partner } from '@mandap/domain/partner/partner.ts'
import { useState } from 'react'
import { useElevation } from '../session/current-elevation.ts'
import { IconButton } from '../ui/Button.tsx'
import { type DeletedFrom, DeletePartnerDialog } from './DeletePartnerDialog.tsx'

/** The delete control of a partner's card, which only a Super Admin sees (§6). */
export function DeletePartnerButton({
  partner,
  from,
  onDeleted,
  className = '',
}: {
  partner: Partner
  from: DeletedFrom
  onDeleted?: () => void
  className?: string
}) {
  const { elevated } = useElevation()
  // the partner as they were when asked: a list may put another one here meanwhile
  const [deleting, setDeleting] = useState<Partner | null>(null)
  return (
    <>
      {elevated && (
        <IconButton
          icon="trash"
          label={`Delete ${partner.name || partner.companyName || 'this partner'}`}
          className={className}
          onClick={() => setDeleting(partner)}
        />
      )}
      {/* stays when the grant ends meanwhile: what was typed is not lost */}
      {deleting && (
        <DeletePartnerDialog
          partner={deleting}
          from={from}
          onClose={(isDeleted) => {
            setDeleting(null)
            if (isDeleted) onDeleted?.()
          }}
        />
      )}
    </>
  )
}
