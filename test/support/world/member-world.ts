import type { Cluster, Member } from './cluster.ts'

/** What the helpers of tests ask of a world, from one ingress of a cluster. */
export function memberWorld(cluster: Cluster, ingress: Member) {
  return {
    async request(
      method: string,
      path: string,
      { headers, body }: { headers?: Record<string, string>; body?: unknown } = {},
    ) {
      const response = await fetch(ingress.baseUrl + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      // Safe: every answer of ours is an object.
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: JSON.parse(text) as Record<string, unknown>,
      }
    },
    sql: async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
      (await cluster.db.pg.query<Row>(text, values)).rows,
  }
}
