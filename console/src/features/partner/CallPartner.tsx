import type { Partner } from '@mandap/domain/partner/partner.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { telOf } from '../../ui/contact.tsx'
import { Icon } from '../../ui/Icon.tsx'

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
    // a link of the browser: the router opens paths of the console only
    <a href={tel} className={buttonClasses('primary', 'medium')}>
      <Icon name="phone" className="size-4" />
      Call Partner
    </a>
  )
}
