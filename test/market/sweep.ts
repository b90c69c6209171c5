import type { Answer } from '../support/world.ts'

/** Who asks for a record, and what its state is when they do. */
export const ASKERS = ['nobody', 'wrong credential', 'other user', 'owner', 'owner of a deleted one'] as const
export type Asker = (typeof ASKERS)[number]

/** One `{id}` route of the sweep: what each asker gets. Rows are added where routes are; the test finds those without one. */
export type SweptRoute = {
  /** As in the route table, with `:name`. */
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`
  /** Makes a record of the owner's and answers with the path to it; `deleted` one that is gone, by its own means. */
  path: (deleted: boolean) => Promise<string>
  body?: unknown
  expected: Record<Asker, number>
}

/** A private record: those who do not own it do not learn that it is there. */
export const privateTo = (owner: number, deleted: number): Record<Asker, number> => ({
  nobody: 401,
  'wrong credential': 401,
  'other user': 404,
  owner,
  'owner of a deleted one': deleted,
})

/** A public record that only its owner may change. */
export const changedBy = (owner: number, deleted: number): Record<Asker, number> => ({
  ...privateTo(owner, deleted),
  'other user': 403,
})

export type Ask = (method: string, path: string, body: unknown) => Promise<Answer>

/** Asks for a route as every asker; each gets a record of its own. Answers with the statuses. */
export async function sweep(
  { route, path, body }: SweptRoute,
  asks: Record<'nobody' | 'wrong' | 'other' | 'owner', Ask>,
): Promise<Record<Asker, number>> {
  const [method = ''] = route.split(' ')
  const status = async (ask: Ask, deleted: boolean) => (await ask(method, await path(deleted), body)).status
  return {
    nobody: await status(asks.nobody, false),
    'wrong credential': await status(asks.wrong, false),
    'other user': await status(asks.other, false),
    owner: await status(asks.owner, false),
    'owner of a deleted one': await status(asks.owner, true),
  }
}
