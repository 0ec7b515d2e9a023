import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { guideBlock } from '../testing/operating-guide.ts'

/** Starts HAProxy with the configuration of docs/operating.md, on `port`, before servers on these ports. */
export async function startProxy(
  folder: string,
  port: number,
  serverPorts: readonly number[],
): Promise<{ stop: () => Promise<void> }> {
  const servers = serverPorts.map(
    (each, index) => `  server s${index} 127.0.0.1:${each} cookie s${index}\n`,
  )
  const configuration = (await guideBlock('haproxy', 'frontend mandap'))
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replace(/(?:^ +server \w+ .*\n)+/m, servers.join(''))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  await Promise.race([answering(`http://127.0.0.1:${port}/health`), failed(child, () => said)])
  return {
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'close')
    },
  }
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await pause(50)
  }
}

async function failed(child: ChildProcess, said: () => string): Promise<never> {
  const [reason] = (await Promise.race([once(child, 'error'), once(child, 'close')])) as [unknown]
  throw new Error(`HAProxy does not run (${String(reason)}). Install it.\n${said()}`)
}
