import type { Member } from './cluster.ts'
import type { Answer } from './world.ts'

/** What a member of a cluster is asked with. */
export type Asked = { headers?: Record<string, string>; body?: unknown }

/** Asks one ingress of a cluster; null when the connection broke. */
export async function askMember(
  at: Pick<Member, 'baseUrl'>,
  method: string,
  path: string,
  { headers = {}, body }: Asked = {},
): Promise<Answer | null> {
  const response = await fetch(at.baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (response === null || text === undefined || text === null) return null
  // Safe: every answer of ours is a JSON object.
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Record<string, unknown> }
}

/** Requests of a member that nobody kills. */
export const requestOf =
  (member: () => Pick<Member, 'baseUrl'>) =>
  async (method: string, path: string, sent: Asked = {}): Promise<Answer> => {
    const answer = await askMember(member(), method, path, sent)
    if (answer === null) throw new Error('the steady ingress does not answer')
    return answer
  }
