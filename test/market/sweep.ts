import { randomUUID } from 'node:crypto'

import type { Answer } from '../support/world/world.ts'

/** Who asks for a record, and what its state is when they do. */
export const ASKERS = ['nobody', 'wrong credential', 'other user', 'owner', 'owner of a deleted one'] as const
export type Asker = (typeof ASKERS)[number]

/** Stands in every title and every content of a swept record: no refusal may hold it. */
export const MARK = 'only-for-whoever-may-see-it'

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
type Asks = Record<'nobody' | 'wrong' | 'other' | 'owner', Ask>

/** What a sweep saw: each asker's status, and what a refusal told or changed although it was one. */
export type Swept = { statuses: Record<Asker, number>; leaks: string[] }

/**
 * Asks for a route as every asker. Whoever is refused leaves the record to the next asker, because nothing may have
 * changed. A refusal must not hold a word of the record, must leave everything that `snapshot` sees as it was, and a
 * stranger's 404 must be that of a record which never was.
 */
export async function sweep(
  { route, path, body }: SweptRoute,
  asks: Asks,
  snapshot: () => Promise<string>,
): Promise<Swept> {
  const [method = '', pattern = ''] = route.split(' ')
  const leaks: string[] = []
  let left: { place: string; before: string } | null = null
  const made = async (deleted: boolean) => ({ place: await path(deleted), before: await snapshot() })
  const status = async (asker: Asker, ask: Ask, deleted = false) => {
    const { place, before } = deleted || left === null ? await made(deleted) : left
    left = null
    const answer = await ask(method, place, body)
    if (answer.status < 400) return answer.status
    if (answer.text.includes(MARK)) leaks.push(`${asker} is told of it: ${answer.text}`)
    if ((await snapshot()) !== before) leaks.push(`${asker} changed something`)
    else left = { place, before }
    if (answer.status === 404 && !asker.startsWith('owner')) {
      const unknown = await ask(method, unknownLike(pattern, place), body)
      const [said, ofUnknown] = [wordsOf(answer), wordsOf(unknown)]
      if (said !== ofUnknown) leaks.push(`${asker} is told ${said}, and of a record that never was ${ofUnknown}`)
    }
    return answer.status
  }
  const statuses = {
    nobody: await status('nobody', asks.nobody),
    'wrong credential': await status('wrong credential', asks.wrong),
    'other user': await status('other user', asks.other),
    owner: await status('owner', asks.owner),
    'owner of a deleted one': await status('owner of a deleted one', asks.owner, true),
  }
  return { statuses, leaks }
}

/** The same path, with a well-formed id that nobody has in the place of its first one. */
function unknownLike(pattern: string, path: string): string {
  const at = pattern.split('/').findIndex((part) => part.startsWith(':'))
  const parts = path.split('/')
  const [prefix = '', ...rest] = (parts[at] ?? '').split('_')
  parts[at] = rest.length === 0 ? 'zzzzzzzzzzzz' : `${prefix}_${randomUUID().replaceAll('-', '')}`
  return parts.join('/')
}

const wordsOf = ({ status, text }: Answer) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`
