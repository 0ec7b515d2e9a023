import { guideBlock } from '../testing/operating-guide.ts'
import type { Node } from './node.ts'

interface Settings {
  folder: string
  etcdPort: number
  password: string
}

/** Returns the Patroni configuration of docs/operating.md for one node. */
export async function patroniConfiguration(
  { name, port, apiPort, dataDir }: Node,
  { folder, etcdPort, password }: Settings,
): Promise<string> {
  return (await guideBlock('yaml', 'scope: mandap'))
    .replaceAll('node0', name)
    .replaceAll('10.0.0.21:5432', `127.0.0.1:${port}`)
    .replaceAll('10.0.0.21:8008', `127.0.0.1:${apiPort}`)
    .replaceAll('10.0.0.31:2379', `127.0.0.1:${etcdPort}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replaceAll('/var/lib/postgresql/mandap', dataDir)
    .replaceAll('/var/run/postgresql', folder)
    .replaceAll('/etc/patroni', folder)
    .replaceAll('PASSWORD', password)
}

/** Returns the commands of docs/operating.md that make the certificates of all nodes. */
export async function certificateCommands(nodes: readonly Node[]): Promise<string> {
  const block = await guideBlock('sh', 'openssl req')
  const [authority = '', certificate = ''] = block.split(/(?=^openssl req -x509 -CA )/m)
  const local = certificate.replaceAll('10.0.0.21', '127.0.0.1')
  return [authority, ...nodes.map(({ name }) => local.replaceAll('node0', name))].join('')
}

/** Returns the HAProxy configuration of docs/operating.md before these nodes: ports for the primary and for replicas. */
export async function haproxyConfiguration(
  { port, readPort }: { port: number; readPort: number },
  nodes: readonly Node[],
): Promise<string> {
  const servers = nodes
    .map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.apiPort}\n`)
    .join('')
  const listening = async (begins: string, at: number) =>
    (await guideBlock('haproxy', begins))
      .replace(/bind .*/, `bind 127.0.0.1:${at}`)
      .replace(/(?:^ +server \w+ .*\n)+/m, servers)
  const primary = await listening('listen postgresql', port)
  return `${primary}\n${await listening('listen replicas', readPort)}`
}
