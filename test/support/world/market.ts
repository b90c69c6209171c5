import { type Answer, randomId, type World } from './world.ts'

/** A registered user, and requests in their name. */
export type Registered = {
  userId: string
  username: string
  email: string
  password: string
  token: string
  bearer: Record<string, string>
  request: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

/** Registers a new user of the marketplace; they are logged in. */
export async function registerAccount(
  world: Pick<World, 'request'>,
  more: Record<string, unknown> = {},
): Promise<Registered> {
  const username = `u${randomId()}`
  const account = { username, email: `${username}@mail.example`, password: `pw-${randomId()}`, terms_accepted: true }
  const { status, body, text } = await world.request('POST', '/api/auth/register', { body: { ...account, ...more } })
  if (status !== 201) throw new Error(`registering answered ${status}: ${text}`)
  // Safe: the register answer of our own server.
  const { user, access_token: token } = body as { user: { id: string; username: string }; access_token: string }
  const bearer = { authorization: `Bearer ${token}` }
  return {
    ...account,
    username: user.username,
    userId: user.id,
    token,
    bearer,
    request: (method, path, sent, headers = {}) =>
      world.request(method, path, {
        headers: { ...bearer, ...headers },
        ...(sent === undefined ? {} : { body: sent }),
      }),
  }
}

/** A user whose auctions can be paid: one with a proved wallet, where payments are on. */
export async function proveWallet(
  world: Pick<World, 'sql'>,
  { username }: Pick<Registered, 'username'>,
): Promise<void> {
  await world.sql(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
    [username, '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
  )
}

/** The statuses of answers that came in any order, least first. */
export const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b)

/** The path of a purchase: a free listing of the seller, a new user unless said, which the buyer takes. */
export async function boughtBy(world: Pick<World, 'request'>, buyer: Registered, by?: Registered): Promise<string> {
  const seller = by ?? (await registerAccount(world))
  const sent = { title: 'Bought', price_cents: 0, status: 'live', delivery_markdown: '# Bought' }
  const { body: listing } = await seller.request('POST', '/api/listings', sent)
  const { body } = await buyer.request('POST', `/api/purchases/free/${String(listing['listing_id'])}`)
  return `/api/purchases/${String(body['purchase_id'])}`
}
