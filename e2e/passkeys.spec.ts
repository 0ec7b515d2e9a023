import { newAdministrator } from '@mandap/server/testing/administrators.ts'
import { appCode } from '@mandap/server/testing/second-factor.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './testing/accessibility.ts'
import { expect, test } from './testing/app.ts'
import { ownServer } from './testing/own-server.ts'
import { seenAfter } from './testing/review.ts'
import { freshCode, shownKey } from './testing/second-factor.ts'
import { openAndSignIn } from './testing/sign-in.ts'
import { openSuperAdmin, PHONE, superAdminDialog } from './testing/super-admin.ts'

const ENROLMENT_FINALIZE = '**/accounts/mfaEnrollment:finalize*'
const ENROLMENT_SCRIPT = '**/assets/second-step-*.js'

const dialog = (page: Page) => page.getByRole('dialog')
const section = (page: Page) => page.getByRole('region', { name: 'Second factor' })
const password = (page: Page) => dialog(page).getByLabel('Password', { exact: true })

test.use({ ownContext: true })
test.skip(
  ({ browserName }) => browserName !== 'chromium',
  'only Chromium has a virtual authenticator',
)

/** Starts a server at `localhost`, where browsers have passkeys. */
const startLocalhost = (env: NodeJS.ProcessEnv = {}) => ownServer(env, { atLocalhost: true })

/** Adds an authenticator to the browser, whose person can confirm or not. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const add = async () => {
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return authenticatorId
  }
  let authenticatorId = await add()
  return {
    /** Whether the person enters the right PIN. */
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Replaces the authenticator by another one without passkeys. */
    async replace() {
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      authenticatorId = await add()
    },
  }
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

test('an administrator adds passkeys, signs in and turns Super Admin on with one, and removes them', async ({
  page,
}) => {
  test.slow()
  const app = await startLocalhost()
  const who = await newAdministrator(app.db)
  const device = await addAuthenticator(page)
  await openAndSignIn(page, who, app.url)
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  let codes: string[] = []

  await test.step('adds a passkey after the password, and shows recovery codes', async () => {
    await page.goto(`${app.url}/account`)
    await section(page).getByRole('button', { name: 'Add a passkey' }).click()
    await expect(password(page)).toBeFocused()
    await password(page).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('The password is wrong.')
    await password(page).fill(who.password)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('Name')).toHaveValue(/on Linux/)
    await expectAccessible(page)
    await dialog(page).getByLabel('Name').fill(' ')
    await dialog(page).getByRole('button', { name: 'Create passkey' }).click()
    await expect(dialog(page)).toContainText('Enter a name.')
    await dialog(page).getByLabel('Name').fill('Work laptop')
    await device.setVerified(false)
    await dialog(page).getByRole('button', { name: 'Create passkey' }).click()
    await expect(dialog(page)).toContainText('The passkey was not used')
    await device.setVerified(true)
    // the browser made the passkey, but the server was not reached
    const finalize = '**/accounts/passkeyEnrollment:finalize*'
    await page.route(finalize, (route) => route.abort('connectionreset'))
    await dialog(page).getByRole('button', { name: 'Create passkey' }).click()
    await expect(dialog(page)).toContainText('Check your connection and try again.')
    await page.unroute(finalize)
    await dialog(page).getByRole('button', { name: 'Create passkey' }).click()
    await expect(dialog(page)).toContainText('Keep your recovery codes')
    const list = dialog(page).getByRole('list', { name: 'Recovery codes' })
    codes = await list.getByRole('listitem').allTextContents()
    await dialog(page).getByRole('button', { name: 'I have kept them' }).click()
    await expect(section(page)).toContainText('Work laptop')
    await expect(section(page)).toContainText('Not used yet')
    await expect(section(page)).toContainText('10 recovery codes left')
    await expectAccessible(page)
  })

  await test.step('the same device is refused, after a passkey confirmed that it is the person', async () => {
    await section(page).getByRole('button', { name: 'Add a passkey' }).click()
    await password(page).fill(who.password)
    await expect(dialog(page)).toContainText('Your browser then asks for a passkey')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByRole('button', { name: 'Create passkey' }).click()
    await expect(dialog(page)).toContainText('This device already has a passkey')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('renames it', async () => {
    await section(page).getByRole('button', { name: 'Rename Work laptop' }).click()
    await dialog(page).getByLabel('Name').fill('Desk')
    const rename = '**/accounts/passkeys:rename*'
    await page.route(rename, (route) => route.abort('connectionreset'))
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toContainText('Check your connection and try again.')
    await page.unroute(rename)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(section(page).getByText('Desk')).toBeVisible()
  })

  await test.step('Super Admin asks for the passkey beside the OTP', async () => {
    await page.goto(`${app.url}/dashboard`)
    await openSuperAdmin(page)
    await superAdminDialog(page).getByLabel('Phone number').fill(PHONE)
    await superAdminDialog(page).getByRole('button', { name: 'Send OTP' }).click()
    const shown = superAdminDialog(page).getByText(/The OTP is \d{6}/)
    const otp = (await shown.textContent())?.match(/\d{6}/)?.[0] ?? ''
    await superAdminDialog(page).getByLabel('OTP').fill(otp)
    await device.setVerified(false)
    await superAdminDialog(page).getByRole('button', { name: 'Verify' }).click()
    await expect(superAdminDialog(page)).toContainText('The passkey was not used')
    await expectAccessible(page)
    await device.setVerified(true)
    await superAdminDialog(page).getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
  })

  await test.step('signing in offers the passkey first, and says why one was not used', async () => {
    await logOut(page)
    await openAndSignIn(page, who, app.url)
    const use = page.getByRole('button', { name: 'Use passkey' })
    await expect(use).toBeFocused()
    await expectAccessible(page)
    await device.setVerified(false)
    await use.click()
    await expect(page.getByRole('alert')).toContainText('The passkey was not used')
    await device.setVerified(true)
    const start = '**/accounts/passkeySignIn:start*'
    await page.route(start, (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toContainText('Check your connection and try again.')
    await page.unroute(start)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  })

  await test.step('another browser without the passkey uses a recovery code', async () => {
    await logOut(page)
    await openAndSignIn(page, who, app.url)
    await page.getByRole('button', { name: 'Use another way' }).click()
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  })

  await test.step('a removed passkey is refused at the sign-in', async () => {
    await logOut(page)
    await openAndSignIn(page, who, app.url)
    await expect(page.getByRole('button', { name: 'Use passkey' })).toBeVisible()
    const { credential_id } = await app.db
      .selectFrom('passkey')
      .select('credential_id')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('passkey').set({ credential_id: 'YW5vdGhlcg' }).execute()
    await page.route('**/accounts/passkeySignIn:start*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      answer.credentialRequestOptions.allowCredentials[0].id = credential_id
      await route.fulfill({ response, json: answer })
    })
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('This passkey is not one of your account')
    await page.unroute('**/accounts/passkeySignIn:start*')
    await app.db.updateTable('passkey').set({ credential_id }).execute()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  })

  await test.step('removing the last one needs the password and the passkey', async () => {
    await page.goto(`${app.url}/account`)
    await section(page).getByRole('button', { name: 'Remove Desk' }).click()
    await expect(dialog(page)).toContainText('will ask for the password alone')
    await password(page).fill(who.password)
    await seenAfter(page, 'Passkey removed.', () =>
      dialog(page).getByRole('button', { name: 'Remove' }).click(),
    )
    await expect(section(page).getByRole('button', { name: 'Rename Desk' })).toHaveCount(0)
    await expect(section(page)).not.toContainText('Recovery codes')
    await expect
      .poll(() => app.mails.findLast(({ to }) => to === who.email)?.subject)
      .toBe('Passkey removed from your Mandap account')
  })

  await page.close()
  await app.close()
})

test('SECOND_FACTOR=required: the first sign-in lets the person choose a passkey or an app, or adds an app where passkeys do not work', async ({
  page,
}) => {
  test.slow()
  const app = await startLocalhost({ SECOND_FACTOR: 'required' })
  await test.step('at another address, the first sign-in adds an app before anything else', () =>
    addAppAtFirstSignIn(page, app))
  const who = await newAdministrator(app.db)
  await addAuthenticator(page)
  await openAndSignIn(page, who, app.url)
  await expect(page.getByRole('button', { name: /^Authenticator app/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Authenticator app/ }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await page.getByRole('button', { name: 'Choose another way' }).click()
  const start = '**/accounts/passkeyEnrollment:start*'
  await page.route(start, (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: /^Passkey/ }).click()
  await expect(page.getByRole('alert')).toContainText('Check your connection and try again.')
  await page.unroute(start)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  // the challenge has expired
  await app.db
    .updateTable('passkey_challenge')
    .set({ expires_at: new Date(0) })
    .execute()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('took too long')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await test.step('at another address, the sign-in says where passkeys work', async () => {
    const other = app.url.replace('localhost', '127.0.0.1')
    await openAndSignIn(page, who, other)
    await expect(page.getByRole('status')).toContainText(`Passkeys work only at ${app.url}.`)
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await expectAccessible(page)
  })
  await page.close()
  await app.close()
})

/** Signs in without a second factor at an address at which passkeys do not work, adds an app, and removes it. */
async function addAppAtFirstSignIn(page: Page, app: Awaited<ReturnType<typeof ownServer>>) {
  const address = app.url.replace('localhost', '127.0.0.1')
  const codeField = page.getByLabel('Code', { exact: true })
  const administrator = await newAdministrator(app.db)
  await page.route(ENROLMENT_SCRIPT, (route) => route.abort('connectionreset'))
  await openAndSignIn(page, administrator, address)
  await expect(page.getByRole('alert')).toContainText('The next step could not be loaded.')
  await expect(page.getByText('Invalid Credentials')).toBeHidden()
  await page.unroute(ENROLMENT_SCRIPT)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const key = await shownKey(page)
  await codeField.fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This code is wrong.')).toBeVisible()
  await page.route(ENROLMENT_FINALIZE, (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('Check your connection and try again.')
  await page.unroute(ENROLMENT_FINALIZE)
  await app.db
    .updateTable('factor_enrolment')
    .set({ expires_at: new Date(0) })
    .execute()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('This took too long.')
  const newKey = await shownKey(page)
  expect(newKey).not.toBe(key)
  await codeField.fill(appCode(newKey, new Date()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page).toHaveURL(`${address}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await test.step('removing the only factor ends the session', async () => {
    await page.goto(`${address}/account`)
    await page.getByRole('button', { name: 'Remove the app' }).click()
    await expect(dialog(page)).toContainText('You are signed out')
    await dialog(page).getByLabel('Password', { exact: true }).fill(administrator.password)
    await dialog(page)
      .getByLabel('Code of the app')
      .fill(await freshCode(app, newKey))
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await openAndSignIn(page, administrator, address)
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  })
}
