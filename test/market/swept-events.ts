import type { Registered } from '../support/world/market.ts'
import type { World } from '../support/world/world.ts'
import { MARK, privateTo, type SweptRoute } from './sweep.ts'

const ONE = '/api/webhooks/:webhook_id'

/** Webhooks and sign-ins: private records. */
export function sweptEvents(world: () => World, owner: () => Registered): SweptRoute[] {
  /** The path of a webhook of the owner's. An account has ten at most, so those of earlier askers go first. */
  const webhook =
    (after: (path: string) => Promise<string> | string = (path) => path) =>
    async (deleted: boolean) => {
      await world().sql('delete from webhook')
      const sent = { url: 'https://hooks.example/in', description: MARK }
      const { body } = await owner().request('POST', '/api/webhooks', sent)
      const path = `/api/webhooks/${String(body['webhook_id'])}`
      const asked = await after(path)
      if (deleted) await owner().request('DELETE', path)
      return asked
    }
  const redelivered = async (path: string) => {
    const { body } = await owner().request('POST', `${path}/test`)
    return `${path}/deliveries/${String(body['delivery_id'])}/redeliver`
  }
  /** The path of a sign-in of the owner's; a deleted one has ended. */
  const session = async (deleted: boolean) => {
    const { username, password } = owner()
    const { body } = await world().request('POST', '/api/auth/login', { body: { username, password } })
    const { body: list } = await world().request('GET', '/api/auth/sessions', {
      headers: { authorization: `Bearer ${String(body['access_token'])}` },
    })
    // Safe: the answer of our own server, by its document.
    const items = list['items'] as { session_id: string; is_current: boolean }[]
    const path = `/api/auth/sessions/${items.find((item) => item.is_current)?.session_id}`
    if (deleted) await owner().request('DELETE', path)
    return path
  }
  const swept = (route: SweptRoute['route'], path: SweptRoute['path'], body?: unknown): SweptRoute => ({
    route,
    path,
    expected: privateTo(200, 404),
    ...(body === undefined ? {} : { body }),
  })
  return [
    swept(`GET ${ONE}`, webhook()),
    swept(`PATCH ${ONE}`, webhook(), { description: 'another one' }),
    swept(`DELETE ${ONE}`, webhook()),
    swept(
      `POST ${ONE}/rotate`,
      webhook((path) => `${path}/rotate`),
    ),
    swept(
      `POST ${ONE}/test`,
      webhook((path) => `${path}/test`),
    ),
    swept(
      `GET ${ONE}/deliveries`,
      webhook((path) => `${path}/deliveries`),
    ),
    swept(
      `POST ${ONE}/redeliver`,
      webhook((path) => `${path}/redeliver`),
      { since: '2026-01-01T00:00:00Z' },
    ),
    swept(`POST ${ONE}/deliveries/:delivery_id/redeliver`, webhook(redelivered)),
    swept('DELETE /api/auth/sessions/:session_id', session),
  ]
}
