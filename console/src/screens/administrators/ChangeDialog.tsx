import { isNotFound } from '@mandap/client/api-error.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import {
  allSessionsEnding,
  disabling,
  factorReset,
  invitation,
  roleChange,
} from '../../features/administrator/mutations.ts'
import type { Administrator } from '../../features/administrator/queries.ts'
import { useClient } from '../../features/client/client-context.ts'
import { config } from '../../features/client/config.ts'
import { withElevation } from '../../features/session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { INVITATION_TEXT } from './invitation-text.ts'

/** What a Super Admin can change about an administrator. */
export type AdministratorChange =
  | 'invite'
  | 'makeViewer'
  | 'makeAdministrator'
  | 'endSessions'
  | 'resetFactor'
  | 'disable'

/** The changes whose button does not warn. */
const HARMLESS: readonly AdministratorChange[] = ['invite', 'makeViewer', 'makeAdministrator']

/** The texts of a change to a person with a name. */
const TEXTS: Record<
  AdministratorChange,
  {
    title: (name: string) => string
    effect: string | ((person: Administrator) => string)
    button: string
    done: string
    failed: string
  }
> = {
  invite: {
    title: (name) => `Send ${name} a link?`,
    effect: INVITATION_TEXT,
    button: 'Send link',
    done: 'Invitation sent.',
    failed: 'The invitation could not be sent.',
  },
  makeViewer: {
    title: (name) => `Make ${name} a viewer?`,
    effect:
      'Viewers see lists and records, and change nothing. They see no documents and no whole personal numbers. It applies at once. They get an e-mail.',
    button: 'Make viewer',
    done: 'Role changed.',
    failed: 'The role could not be changed.',
  },
  makeAdministrator: {
    title: (name) => `Make ${name} an administrator?`,
    effect:
      'Administrators change records, decide on partners and see their documents. It applies at once. They get an e-mail.',
    button: 'Make administrator',
    done: 'Role changed.',
    failed: 'The role could not be changed.',
  },
  endSessions: {
    title: (name) => `Sign ${name} out everywhere?`,
    effect: 'All of their sessions end at once. They can sign in again. They get an e-mail.',
    button: 'End sessions',
    done: 'Sessions ended.',
    failed: 'The sessions could not be ended.',
  },
  resetFactor: {
    title: (name) => `Reset the second factor of ${name}?`,
    effect:
      'For somebody who lost their passkeys or their authenticator app, all of which are removed. All of their sessions end at once. The next sign-in asks for the password alone, and for a new second factor where one is required, so check first that the request is theirs. They get an e-mail.',
    button: 'Reset second factor',
    done: 'Second factor removed.',
    failed: 'The second factor could not be removed.',
  },
  disable: {
    title: (name) => `Disable ${name}?`,
    effect: ({ email }) =>
      `They are signed out at once and cannot sign in. They get an e-mail. ${
        config().capabilities.passwords
          ? 'You can invite them again.'
          : `The operator of the server can enable them again: npm run admin -- add ${email}`
      }`,
    button: 'Disable',
    done: 'Administrator disabled.',
    failed: 'The administrator could not be disabled.',
  },
}

/** Asks before it changes something about an administrator. */
export function ChangeDialog({
  change,
  person,
  onClose,
}: {
  change: AdministratorChange
  person: Administrator
  onClose: () => void
}) {
  const [client, queryClient] = [useClient(), useQueryClient()]
  const role = useMutation(roleChange(client, queryClient))
  const mutations = {
    invite: useMutation(invitation(client, queryClient)),
    makeViewer: role,
    makeAdministrator: role,
    endSessions: useMutation(allSessionsEnding(client, queryClient)),
    resetFactor: useMutation(factorReset(client, queryClient)),
    disable: useMutation(disabling(client, queryClient)),
  }
  const { isPending, error } = mutations[change]
  const isOpen = useIsOpen()
  const { title, effect, button, done, failed } = TEXTS[change]

  function send(grant: string | null): Promise<unknown> {
    switch (change) {
      case 'invite':
        return mutations.invite.mutateAsync({ email: person.email, grant })
      case 'makeViewer':
        return role.mutateAsync({ person, role: 'viewer', grant })
      case 'makeAdministrator':
        return role.mutateAsync({ person, role: 'administrator', grant })
      default:
        return mutations[change].mutateAsync({ person, grant })
    }
  }

  async function confirm() {
    try {
      await withElevation(send)
      showToast('success', done)
      if (isOpen.current) onClose()
    } catch (refusal) {
      if (!isOpen.current) showToast('error', `${failed} ${problemText(refusal as Error)}`)
    }
  }

  return (
    <Dialog
      title={title(isolated(person.name || person.email))}
      description={typeof effect === 'string' ? effect : effect(person)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={HARMLESS.includes(change) ? 'primary' : 'danger'}
            busy={isPending}
            onClick={() => void confirm()}
          >
            {button}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className="text-negative-text">
          {failed} {problemText(error)}
        </p>
      )}
    </Dialog>
  )
}

function problemText(error: Error): string {
  return isNotFound(error) ? 'There is no such administrator any more.' : error.message
}
