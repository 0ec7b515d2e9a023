import type { Partner } from '@mandap/domain/partner/partner.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { telOf } from '../../ui/contact.tsx'

/** Renders 'Call Partner' (§2.13, §2.14), which calls the mobile number. */
export function CallPartner({ partner: { mobileNo } }: { partner: Partner }) {
  const tel = telOf(mobileNo)
  if (tel === null)
    return (
      <Button look="primary" icon="phone" disabledReason="No mobile number is available.">
        Call Partner
      </Button>
    )
  return (
    <ButtonLink look="primary" icon="phone" to={tel}>
      Call Partner
    </ButtonLink>
  )
}
