import { describe, expect, test } from 'vitest'
import { configFrom } from './config.ts'

describe('/config.json', () => {
  test('has a default for every field', () => {
    expect(configFrom({})).toEqual({
      host: '',
      kind: 'mandap',
      identity: {
        signInUrl: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
        resetUrl: '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode',
        refreshUrl: '/securetoken.googleapis.com/v1/token',
        key: 'mandap',
        passkeyOrigin: null,
      },
      apiKey: null,
      superAdminNumbers: [],
      idleMinutes: 15,
      viewers: { office: null, pdf: null },
      documentOrigins: null,
      capabilities: {
        auditLog: true,
        restore: true,
        elevationExpiry: true,
        sessionEnd: true,
        administrators: true,
        passwords: true,
        secondFactor: true,
        storageKey: true,
        documentLinks: true,
        versions: true,
        liveChanges: true,
        personalData: true,
      },
    })
  })

  test('finds the identity service at the host by default', () => {
    const { host, identity } = configFrom({ host: 'https://host.example/' })
    expect(host).toBe('https://host.example')
    expect(identity.refreshUrl).toBe('https://host.example/securetoken.googleapis.com/v1/token')
  })

  test('sends no refresh token to the host if another service signs people in', () => {
    const given = { signInUrl: 'https://identity.example/sign-in' }
    const { identity } = configFrom({ host: 'https://host.example', identity: given })
    expect(identity.refreshUrl).toBe('')
  })

  test('returns the given values', () => {
    const given = {
      host: 'https://host.example',
      kind: 'plain',
      identity: {
        signInUrl: 'https://identity.example/sign-in',
        resetUrl: 'https://identity.example/reset',
        refreshUrl: 'https://identity.example/token',
        key: 'k',
        passkeyOrigin: 'https://host.example',
      },
      apiKey: 'a',
      superAdminNumbers: ['9876543210', '9876543211', '9876543212'],
      idleMinutes: 5,
      viewers: { office: 'https://viewer.example/?u={url}', pdf: null },
      documentOrigins: ['https://files.example'],
      capabilities: ['pages'],
    }
    expect(configFrom(given)).toEqual({
      ...given,
      capabilities: {
        auditLog: false,
        restore: false,
        elevationExpiry: false,
        sessionEnd: false,
        administrators: false,
        passwords: false,
        secondFactor: false,
        storageKey: false,
        documentLinks: false,
        versions: false,
        liveChanges: false,
        personalData: false,
      },
    })
  })

  test('has a default viewer for Office files of plain hosts only (§2.10)', () => {
    const microsoft = 'https://view.officeapps.live.com/op/embed.aspx?src={url}'
    const officeOf = (json: object) => configFrom(json).viewers.office
    expect(officeOf({ kind: 'plain' })).toBe(microsoft)
    expect(officeOf({ kind: 'plain', viewers: { pdf: 'https://viewer.example/?u={url}' } })).toBe(
      microsoft,
    )
    expect(officeOf({ kind: 'plain', viewers: { office: null } })).toBeNull()
    expect(officeOf({ kind: 'mandap' })).toBeNull()
    expect(configFrom({ kind: 'plain' }).viewers.pdf).toBeNull()
  })

  test.each([
    [{ account: false }, { administrators: false, passwords: false, secondFactor: false }],
    [
      { account: false, administrators: true },
      { administrators: true, passwords: false, secondFactor: false },
    ],
    [{ administrators: false }, { administrators: false, passwords: false, secondFactor: false }],
    [{ secondFactor: false }, { administrators: true, passwords: true, secondFactor: false }],
  ])('says with %j what the identity service keeps', (identity, expected) => {
    const { capabilities } = configFrom({ kind: 'mandap', identity })
    expect(capabilities).toMatchObject({ ...expected, storageKey: true, sessionEnd: true })
    const plain = configFrom({ kind: 'plain', identity }).capabilities
    expect(plain).toMatchObject({ administrators: false, passwords: false, secondFactor: false })
  })

  test.each([
    [[], 'its content must be an object'],
    [{ host: 1 }, 'host must be text'],
    [{ kind: 'other' }, 'kind must be one of "mandap", "plain"'],
    [{ identity: 'x' }, 'identity must be an object'],
    [{ identity: { key: 7 } }, 'identity.key must be text'],
    [{ superAdminNumbers: ['12'] }, 'superAdminNumbers must be a list of phone numbers'],
    [{ identity: { account: 'x' } }, 'identity.account must be true or false'],
    [{ identity: { administrators: 1 } }, 'identity.administrators must be true or false'],
    [{ identity: { secondFactor: 1 } }, 'identity.secondFactor must be true or false'],
    [{ idleMinutes: 0 }, 'idleMinutes must be a number of minutes above 0'],
    [
      { viewers: { office: 'https://viewer.example' } },
      'viewers.office must be an address with {url}',
    ],
    [{ documentOrigins: 'https://files.example' }, 'documentOrigins must be a list of texts'],
    [{ capabilities: [1] }, 'capabilities must be a list of texts'],
  ])('names the field that cannot be used: %j', (json, message) => {
    expect(() => configFrom(json)).toThrow(`/config.json: ${message}`)
  })
})
