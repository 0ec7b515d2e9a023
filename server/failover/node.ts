/** One machine of the cluster: a Patroni with its PostgreSQL. */
export interface Node {
  name: string
  port: number
  apiPort: number
  dataDir: string
}
