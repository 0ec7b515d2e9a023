import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DEMONSTRATION_NUMBERS, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config.ts'
import { settingsTable } from './settings-table.ts'

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('settings', () => {
  test('have a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4000',
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      demoData: 'full',
      identity: 'embedded',
      idleMinutes: 15,
      trustProxy: false,
    })
  })

  test('are read from the environment, and a blank variable counts as unset', () => {
    const env = {
      PORT: ' 8080 ',
      HOST: '',
      DATABASE_URL: 'postgres://a:b@localhost/d',
      DEMO_DATA: 'none',
    }
    expect(readConfig(env)).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      databaseUrl: 'postgres://a:b@localhost/d',
      demoData: 'none',
    })
  })

  test('PUBLIC_URL is read without its final slash, and HOST=localhost as one address', () => {
    const { publicUrl } = readConfig({ PUBLIC_URL: 'http://localhost:8080/' })
    expect(publicUrl).toBe('http://localhost:8080')
    expect(readConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1')
  })

  test('an address without a dot is accepted, as `npm run admin -- add` accepts it', () => {
    const numbers = '9812345671=asha@office,9812345672,9812345673'
    expect(problemsOf({ ADMIN_EMAIL: 'asha@office', SUPER_ADMIN_NUMBERS: numbers })).toEqual([])
  })

  test.each([
    'office@mandap.test',
    'Mandap <office@mandap.test>',
    '"Mandap, Office" <office@mandap.test>',
    'मंडप <office@mandap.test>',
  ])('MAIL_FROM=%s is one sender', (value) => {
    expect(readConfig({ MAIL_FROM: value }).mailFrom).toBe(value)
  })

  test.each([
    ['PORT', '0', 'a whole number from 1 to 65535'],
    ['PORT', '4000a', 'a whole number from 1 to 65535'],
    ['IDLE_MINUTES', '1', 'a whole number from 2 to 1440'],
    ['DATABASE_URL', 'mysql://a:secret@b/c', 'begins with postgres://'],
    ['SMTP_URL', 'mail.example', 'begins with smtp://'],
    ['SMTP_URL', 'smtp:mail.example', 'begins with smtp://'],
    ['SMTP_URL', 'smtp://', 'begins with smtp://'],
    ['S3_ENDPOINT', 'https:s3.example', 'begins with https://'],
    ['DATABASE_URL', 'postgres:db.example/mandap', 'begins with postgres://'],
    ['PUBLIC_URL', 'https://office.example/mandap', 'without a path'],
    ['PUBLIC_URL', 'office.example', 'an address such as'],
    ['ADMIN_EMAIL', 'asha', 'an e-mail address'],
    ['ADMIN_EMAIL', 'asha,ravi@office', 'an e-mail address'],
    ['MAIL_FROM', 'Mandap', 'one e-mail address'],
    ['MAIL_FROM', 'Mandap, Office <office@mandap.test>', 'one e-mail address'],
    ['MAIL_FROM', 'a@mandap.test, b@mandap.test', 'one e-mail address'],
    ['MAIL_FROM', 'a@mandap.test <b@mandap.test>', 'one e-mail address'],
    ['MAIL_FROM', 'Mandap <a@mandap.test', 'one e-mail address'],
    ['ADMIN_PASSWORD', 'short', '12 characters'],
    ['BREACHED_PASSWORDS', '/nowhere/breached.txt', 'the path of a file'],
    ['DEMO_DATA', 'yes', 'one of full, none'],
    ['IDENTITY', 'google', 'one of embedded, firebase'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error'],
    ['TRUST_PROXY', '1', 'false, true, or addresses'],
    ['TRUST_PROXY', '10.0.0.0/33', 'false, true, or addresses'],
    ['TRUST_PROXY', '10.0.0.0/8/8', 'false, true, or addresses'],
    ['TRUST_PROXY', '::1/0', 'false, true, or addresses'],
    ['SUPER_ADMIN_NUMBERS', '9811111111=a,9822222222,9833333333', 'three different phone numbers'],
    ['IDENTITY_ORIGINS', 'https://console.example/login', 'an address such as'],
    ['IDENTITY_ORIGINS', '*', 'an address such as'],
    ['SMS', 'pigeon', 'one of development, fast2sms, msg91, twilio'],
    ['FAST2SMS_ROUTE', 'v3', 'one of otp, q, dlt'],
    ['SUPER_ADMIN_NUMBERS', '9812345671,9812345672', 'three different phone numbers'],
    ['SUPER_ADMIN_NUMBERS', '9812345671,9812345672,9812345671', 'three different phone numbers'],
    ['SUPER_ADMIN_NUMBERS', '+919812345671,9812345672,9812345673', 'of 10 digits'],
    ['SUPER_ADMIN_NUMBERS', '9812345671=asha,9812345672,9812345673', 'an e-mail address'],
    ['SUPER_ADMIN_NUMBERS', '9812345671=a;b@office,9812345672,9812345673', 'an e-mail address'],
    ['UPLOAD_API_KEY', 'too-short', '24 or more'],
    ['UPLOAD_API_KEY', 'long enough, but with spaces', '24 or more'],
    ['CLAMD', 'scanner.example', 'host:port of clamd'],
    ['CLAMD', 'http://127.0.0.1:3310', 'host:port of clamd'],
    ['DOCUMENT_STORE', 'tape', 'one of disk, s3'],
    ['S3_ENDPOINT', 's3.example', 'begins with https://'],
    ['DOCUMENT_ORIGINS', 'https://files.example,papers', 'an address such as'],
    ['OFFICE_VIEWER', 'https://viewer.example/', 'an address such as'],
    ['OFFICE_VIEWER', 'https://viewer.example{url}', 'an address such as'],
    ['PDF_VIEWER', 'javascript:{url}', 'an address such as'],
  ])('%s=%s is rejected with what is accepted', (variable, value, accepted) => {
    const [problem, ...others] = problemsOf({ [variable]: value })
    expect(problem).toMatch(new RegExp(`^${variable} must be .*${accepted}`))
    expect(others).toEqual([])
  })

  test.each([
    ['off', []],
    ['/run/clamav/clamd.ctl', []],
    ['127.0.0.1:3310', []],
    ['[::1]:3310', []],
    [undefined, [expect.stringMatching(/^CLAMD must be set .* or to off/)]],
  ])(
    'uploads without demonstration data need a virus scanner, with CLAMD=%s',
    (CLAMD, problems) => {
      const UPLOAD_API_KEY = 'jasmine-and-marigold-and-rose'
      const own = { DEMO_DATA: 'none', ...(CLAMD && { CLAMD }) }
      expect(problemsOf({ UPLOAD_API_KEY, ...own })).toEqual(problems)
      expect(problemsOf(own)).toEqual([])
      expect(problemsOf({ UPLOAD_API_KEY })).toEqual([])
    },
  )

  test('reports all problems together', () => {
    expect(problemsOf({ PORT: 'x', IDENTITY: 'x', LOG_LEVEL: 'x' })).toHaveLength(3)
  })

  test('does not repeat a value that may contain a password', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://a:secret@b/c' }).join()).not.toContain('secret')
    expect(problemsOf({ ADMIN_PASSWORD: 'secret' }).join()).not.toContain('secret')
    expect(problemsOf({ SUPER_ADMIN_NUMBERS: '9812345671' }).join()).not.toContain('9812345671')
    expect(problemsOf({ UPLOAD_API_KEY: 'secret' }).join()).not.toContain('secret')
  })

  test('IDENTITY_ORIGINS is a list of origins, empty by default', () => {
    expect(readConfig({}).identityOrigins).toBeUndefined()
    const IDENTITY_ORIGINS = 'https://console.example, http://localhost:5173/'
    expect(readConfig({ IDENTITY_ORIGINS }).identityOrigins).toEqual([
      'https://console.example',
      'http://localhost:5173',
    ])
  })

  test.each(['10.0.0.0/8,127.0.0.1', '::1'])('TRUST_PROXY=%s names proxies', (value) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value)
  })

  test('IDENTITY=firebase can require a second factor of Super Admins only if it does of everybody', () => {
    const env = {
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: 'p',
      FIREBASE_API_KEY: 'k',
      SUPER_ADMIN_SECOND_FACTOR: 'required',
    }
    expect(problemsOf(env)).toEqual([
      'SECOND_FACTOR=required must be set with SUPER_ADMIN_SECOND_FACTOR=required and IDENTITY=firebase.',
    ])
    expect(problemsOf({ ...env, SECOND_FACTOR: 'required' })).toEqual([])
  })

  test('IDENTITY=firebase needs its project and its key', () => {
    expect(problemsOf({ IDENTITY: 'firebase' })).toEqual([
      'FIREBASE_PROJECT_ID must be set with IDENTITY=firebase.',
      'FIREBASE_API_KEY must be set with IDENTITY=firebase.',
    ])
  })
})

const OWN_NUMBERS = '9812345671, 9812345672,9812345673'

describe('Super Admins', () => {
  test('are the three numbers of the setting', () => {
    const { superAdminNumbers } = readConfig({ SUPER_ADMIN_NUMBERS: OWN_NUMBERS })
    expect(superAdminNumbers.map(({ number }) => number)).toEqual([
      '9812345671',
      '9812345672',
      '9812345673',
    ])
  })

  test('can each be bound to the e-mail address of an administrator', () => {
    const written = '9812345671=asha@office.example, 9812345672 = dev@office.example,9812345673'
    expect(readConfig({ SUPER_ADMIN_NUMBERS: written }).superAdminNumbers).toEqual([
      { number: '9812345671', email: 'asha@office.example' },
      { number: '9812345672', email: 'dev@office.example' },
      { number: '9812345673' },
    ])
  })

  test('are those of the demonstration data; without it, there are none', () => {
    expect(readConfig({}).superAdminNumbers).toEqual(
      DEMONSTRATION_NUMBERS.map((number) => ({ number })),
    )
    expect(readConfig({ DEMO_DATA: 'none' }).superAdminNumbers).toEqual([])
  })

  test.each([
    ['fast2sms', ['FAST2SMS_KEY']],
    ['msg91', ['MSG91_KEY', 'MSG91_TEMPLATE_ID']],
    ['twilio', ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
  ])('SMS=%s requires %j and SUPER_ADMIN_NUMBERS', (SMS, variables) => {
    const problems = variables.map((variable) => `${variable} must be set with SMS=${SMS}.`)
    expect(problemsOf({ SMS, SUPER_ADMIN_NUMBERS: OWN_NUMBERS })).toEqual(problems)
    const given = Object.fromEntries(variables.map((variable) => [variable, 'given']))
    expect(problemsOf({ SMS, SUPER_ADMIN_NUMBERS: OWN_NUMBERS, ...given })).toEqual([])
    expect(problemsOf({ SMS, ...given })).toEqual([
      expect.stringMatching(/^SUPER_ADMIN_NUMBERS must be set to three numbers of your own/),
    ])
  })

  test('FAST2SMS_ROUTE=dlt needs its sender and its message', () => {
    const env = { SMS: 'fast2sms', FAST2SMS_KEY: 'k', SUPER_ADMIN_NUMBERS: OWN_NUMBERS }
    expect(problemsOf({ ...env, FAST2SMS_ROUTE: 'dlt' })).toEqual([
      'FAST2SMS_SENDER_ID must be set with FAST2SMS_ROUTE=dlt.',
      'FAST2SMS_MESSAGE_ID must be set with FAST2SMS_ROUTE=dlt.',
    ])
  })
})

describe('beyond loopback', () => {
  const OPEN = {
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://office.example',
    ADMIN_PASSWORD: 'a-password-of-ours',
    ALLOW_UNENCRYPTED: 'proxy',
  }

  test('rejects the demonstration numbers with every identity service', () => {
    const refused = [expect.stringMatching(/^SUPER_ADMIN_NUMBERS must be set .*everybody knows/)]
    expect(problemsOf(OPEN)).toEqual(refused)
    const firebase = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k' }
    expect(problemsOf({ ...OPEN, ...firebase })).toEqual(refused)
    expect(problemsOf({ ...OPEN, DEMO_DATA: 'none' })).toEqual([])
  })

  test('rejects SMS=development', () => {
    expect(problemsOf({ ...OPEN, SUPER_ADMIN_NUMBERS: OWN_NUMBERS })).toEqual([
      expect.stringMatching(/^SMS must be fast2sms, msg91 or twilio/),
    ])
    const sms = { SMS: 'fast2sms', FAST2SMS_KEY: 'k' }
    expect(problemsOf({ ...OPEN, SUPER_ADMIN_NUMBERS: OWN_NUMBERS, ...sms })).toEqual([])
  })
})

test('DATABASE_READ_URL requires DATABASE_URL', () => {
  const DATABASE_READ_URL = 'postgres://mandap:secret@127.0.0.1:5001/mandap'
  expect(problemsOf({ DATABASE_READ_URL })).toEqual([
    'DATABASE_URL must be set with DATABASE_READ_URL.',
  ])
  const DATABASE_URL = 'postgres://mandap:secret@127.0.0.1:5000/mandap'
  expect(problemsOf({ DATABASE_READ_URL, DATABASE_URL })).toEqual([])
})

test('DATABASE_DIRECT_URL requires DATABASE_URL', () => {
  const DATABASE_DIRECT_URL = 'postgres://mandap:secret@127.0.0.1:5001/mandap'
  expect(problemsOf({ DATABASE_DIRECT_URL })).toEqual([
    'DATABASE_URL must be set with DATABASE_DIRECT_URL.',
  ])
})

test('DATABASE_OWNER_URL is another role than that of DATABASE_URL', () => {
  const owner = 'postgres://owner:a@localhost/mandap'
  expect(problemsOf({ DATABASE_OWNER_URL: owner })).toEqual([
    'DATABASE_URL must be set with DATABASE_OWNER_URL.',
  ])
  expect(problemsOf({ DATABASE_OWNER_URL: owner, DATABASE_URL: owner })).toHaveLength(1)
  const DATABASE_URL = 'postgres://serving:b@localhost/mandap'
  expect(problemsOf({ DATABASE_OWNER_URL: owner, DATABASE_URL })).toEqual([])
})

test.each([
  ['RETENTION_DELETED_PARTNERS_DAYS', 30, 'a Super Admin can restore a partner for 30 days'],
  ['RETENTION_REPLACED_DOCUMENTS_DAYS', 180, 'the CERT-In directions ask for logs of 180 days'],
  ['RETENTION_DECIDED_DOCUMENTS_DAYS', 365, 'rule 8(3) of the DPDP Rules, 2025'],
  ['RETENTION_AUDIT_DETAILS_DAYS', 365, 'rule 8(3) of the DPDP Rules, 2025'],
])('%s may not be below %i, and the message says why', (variable, least, why) => {
  expect(problemsOf({ [variable]: String(least) })).toEqual([])
  const [problem] = problemsOf({ [variable]: String(least - 1) })
  expect(problem).toContain(`${variable} must be from ${least} to 36500 days, because ${why}`)
  expect(problemsOf({ [variable]: '1 year' })).toHaveLength(1)
})

test('DOCUMENT_STORE=s3 needs its endpoint, bucket and keys', () => {
  const given = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'papers', S3_ACCESS_KEY_ID: 'key' }
  expect(problemsOf({ DOCUMENT_STORE: 's3', ...given })).toEqual([
    'S3_SECRET_ACCESS_KEY must be set with DOCUMENT_STORE=s3.',
  ])
  expect(problemsOf({ DOCUMENT_STORE: 's3' })).toHaveLength(4)
  expect(problemsOf({ DOCUMENT_STORE: 's3', ...given, S3_SECRET_ACCESS_KEY: 'a' })).toEqual([])
})

describe('TRUST_PROXY=true', () => {
  const own = {
    ADMIN_PASSWORD: 'a-password-of-ours',
    DEMO_DATA: 'none',
    TRUST_PROXY: 'true',
    ALLOW_UNENCRYPTED: 'browsers',
  }

  test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://office.example' }])(
    'is refused beyond loopback, with %j',
    (reach) => {
      expect(problemsOf({ ...own, ...reach })).toEqual([
        expect.stringMatching(/^TRUST_PROXY must name the addresses of your proxies/),
      ])
      expect(problemsOf({ ...own, ...reach, TRUST_PROXY: '127.0.0.1' })).toEqual([])
    },
  )

  test('is accepted on loopback', () => {
    expect(readConfig(own).trustProxy).toBe(true)
  })
})

describe('with a PUBLIC_URL that is not loopback', () => {
  const PUBLIC_URL = 'https://office.example'

  test.each(['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:4000'])(
    'the demonstration starts at %s',
    (loopback) => expect(problemsOf({ PUBLIC_URL: loopback })).toEqual([]),
  )

  test('rejects the demonstration password and numbers, and SMS=development', () => {
    expect(problemsOf({ PUBLIC_URL })).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD must .* PUBLIC_URL=https:\/\/office\.example/),
      expect.stringMatching(/^SUPER_ADMIN_NUMBERS must be set .*everybody knows/),
    ])
    const own = { PUBLIC_URL, ADMIN_PASSWORD: 'a-password-of-ours' }
    expect(problemsOf({ ...own, SUPER_ADMIN_NUMBERS: OWN_NUMBERS })).toEqual([
      expect.stringMatching(/^SMS must be fast2sms, msg91 or twilio/),
    ])
    expect(problemsOf({ ...own, DEMO_DATA: 'none' })).toEqual([])
  })
})

describe('with the demonstration password', () => {
  test.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])('HOST=%s is loopback', (host) => {
    expect(problemsOf({ HOST: host })).toEqual([])
  })

  test.each(['0.0.0.0', '::', '10.0.0.7', 'office.example', '127.evil.example'])(
    'HOST=%s is refused',
    (host) => {
      const env = { HOST: host, DEMO_DATA: 'none', ALLOW_UNENCRYPTED: 'browsers' }
      expect(problemsOf(env)).toEqual([expect.stringMatching(/^ADMIN_PASSWORD must/)])
      expect(problemsOf({ ...env, ADMIN_PASSWORD: DEMONSTRATION_PASSWORD })).toHaveLength(1)
      expect(problemsOf({ ...env, ADMIN_PASSWORD: 'a-password-of-ours' })).toEqual([])
    },
  )
})

describe('connections to other machines', () => {
  const PLAIN = 'postgres://a:secret@db.example/mandap'

  test.each([
    ['postgresql', 'DATABASE_URL', PLAIN],
    ['postgresql', 'DATABASE_URL', `${PLAIN}?sslmode=prefer`],
    ['postgresql', 'DATABASE_URL', `${PLAIN}?sslmode=no-verify`],
    ['postgresql', 'DATABASE_URL', `${PLAIN}?sslmode=require&uselibpqcompat=true`],
    ['postgresql', 'DATABASE_URL', 'postgres://a:secret@localhost/mandap?host=db.example'],
    ['s3', 'S3_ENDPOINT', 'http://s3.example'],
    ['smtp', 'SMTP_URL', 'smtp://user:secret@mail.example?ignoreTLS=true'],
    ['smtp', 'SMTP_URL', 'smtps://user:secret@mail.example?tls.rejectUnauthorized=false'],
    ['clamd', 'CLAMD', 'scanner.example:3310'],
    ['browsers', 'DOCUMENT_ORIGINS', 'https://files.example,http://files.example'],
    ['browsers', 'IDENTITY_ORIGINS', 'http://console.example'],
    ['browsers', 'OFFICE_VIEWER', 'http://viewer.example/?src={url}'],
  ])('are encrypted, unless ALLOW_UNENCRYPTED=%s: %s=%s', (connection, variable, value) => {
    const [problem = '', ...others] = problemsOf({ [variable]: value })
    expect(others).toEqual([])
    expect(problem).toMatch(new RegExp(`^${variable} must `))
    expect(problem).toContain(`set ALLOW_UNENCRYPTED=${connection}.`)
    expect(problem).not.toContain('secret')
    expect(problemsOf({ [variable]: value, ALLOW_UNENCRYPTED: connection })).toEqual([])
  })

  test('of backups are', () => {
    const keys = { BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'a' }
    const backups = { BACKUP_S3_ENDPOINT: 'http://s3.example', ...keys }
    expect(problemsOf(backups)).toEqual([expect.stringMatching(/^BACKUP_S3_ENDPOINT must be/)])
  })

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://office.example' },
    { PUBLIC_URL: 'http://office.example' },
  ])('of browsers are, with %j', (reach) => {
    const own = { ADMIN_PASSWORD: 'a-password-of-ours', DEMO_DATA: 'none', ...reach }
    expect(problemsOf(own)).toEqual([
      expect.stringMatching(/^PUBLIC_URL must be the https: address .*=browsers\.$/),
    ])
    expect(problemsOf({ ...own, ALLOW_UNENCRYPTED: 'smtp, browsers' })).toEqual([])
  })

  test('from a proxy on another machine are', () => {
    const own = { ADMIN_PASSWORD: 'a-password-of-ours', DEMO_DATA: 'none' }
    const behind = { ...own, PUBLIC_URL: 'https://office.example' }
    expect(problemsOf({ ...behind, HOST: '10.0.0.11' })).toEqual([
      expect.stringMatching(/^HOST must be a loopback address.*HOST=10\.0\.0\.11.*=proxy\.$/),
    ])
    expect(problemsOf({ ...behind, HOST: '10.0.0.11', ALLOW_UNENCRYPTED: 'proxy' })).toEqual([])
    expect(problemsOf({ ...behind, HOST: '127.0.0.1' })).toEqual([])
  })

  test.each([
    ['DATABASE_URL', `${PLAIN}?sslmode=verify-full`],
    ['DATABASE_URL', 'postgres://a:b@127.0.0.1/mandap'],
    ['DATABASE_URL', 'postgres://a:b@%2Frun%2Fpostgresql/mandap'],
    ['DATABASE_URL', 'postgres:///mandap?host=/run/postgresql'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['SMTP_URL', 'smtps://mail.example'],
    ['SMTP_URL', 'smtp://localhost:1025?ignoreTLS=true'],
    ['S3_ENDPOINT', 'http://[::1]:9000'],
    ['DOCUMENT_ORIGINS', 'http://localhost:5000'],
  ])('are accepted if they are encrypted or stay on this machine: %s=%s', (variable, value) =>
    expect(problemsOf({ [variable]: value })).toEqual([]),
  )

  test('ALLOW_UNENCRYPTED has the names of connections', () => {
    expect(problemsOf({ ALLOW_UNENCRYPTED: 'postgresql,everything' })).toEqual([
      "ALLOW_UNENCRYPTED must be some of browsers, proxy, postgresql, s3, smtp, clamd, import, joined by commas, not 'everything'.",
    ])
  })
})

describe('SECOND_FACTOR', () => {
  const OWN = { DEMO_DATA: 'none', ADMIN_PASSWORD: 'a-password-of-ours' }
  const firebase = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k' }
  const reached = { PUBLIC_URL: 'https://office.example' }
  const demonstration = { SUPER_ADMIN_NUMBERS: OWN_NUMBERS, SMS: 'fast2sms', FAST2SMS_KEY: 'k' }

  test.each([
    ['required', OWN],
    ['required', { ...OWN, ...reached }],
    ['required', { ...OWN, ...reached, ...demonstration, DEMO_DATA: 'full' }],
    ['optional', {}],
    ['optional', { ...OWN, ...firebase }],
    ['optional', { ...OWN, SECOND_FACTOR: 'optional' }],
  ])('is %s with %j', (rule, env) => expect(readConfig(env).secondFactor).toBe(rule))
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mandap-secret-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')

  test('is read without its line break', () => {
    writeFileSync(path, 'postgres://a:b@localhost/d\n')
    expect(readConfig({ DATABASE_URL_FILE: path }).databaseUrl).toBe('postgres://a:b@localhost/d')
  })

  test('is checked like the variable, and not repeated', () => {
    writeFileSync(path, 'too-short')
    const [problem = ''] = problemsOf({ UPLOAD_API_KEY_FILE: path })
    expect(problem).toMatch(/^UPLOAD_API_KEY must be 24 or more/)
    expect(problem).not.toContain('too-short')
  })

  test('is refused if it cannot be read, is empty, or the variable is set too', () => {
    writeFileSync(path, '\n')
    expect(problemsOf({ SMTP_URL_FILE: path })).toEqual([
      `SMTP_URL must be in the file ${path}, which is empty.`,
    ])
    expect(problemsOf({ SMTP_URL_FILE: `${path}-2` })).toEqual([
      `SMTP_URL must be in the file ${path}-2, which cannot be read: ENOENT.`,
    ])
    expect(problemsOf({ SMTP_URL_FILE: path, SMTP_URL: 'smtps://mail.example' })).toEqual([
      'SMTP_URL must be unset, because SMTP_URL_FILE is set too.',
    ])
  })

  test('is possible for secrets alone', () => {
    writeFileSync(path, '8080')
    expect(readConfig({ PORT_FILE: path }).port).toBe(4000)
  })
})

test('docs/settings.md has the table of all settings', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
  expect(page).toContain(settingsTable())
})
