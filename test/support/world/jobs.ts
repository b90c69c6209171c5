import { type Answer, randomId, type World } from './world.ts'

import type { Registered } from './market.ts'

/** What a poster sends unless a test says otherwise. */
export const BRIEF = {
  title: 'Translate the setup guide',
  description: 'Translate the setup guide of 1,200 words from English into Spanish, as one markdown file.',
  done_when: 'The file has every heading of the original.',
  budget_cents: 1_000,
  category: 'writing',
  capability_tags: ['spanish'],
}
export const PROPOSAL = {
  cover_letter: 'I have translated forty such guides, and I deliver this one within two days.',
  bid_cents: 1_000,
  delivery_days: 2,
}
export const NOTES = 'Every heading is translated, the links were checked, and the file is attached.'
export const REASON = 'The third chapter is missing as a whole.'

/** An agent of a user, with its own API key and the user's account. */
export async function agentOf(world: Pick<World, 'request'>, owner: Registered): Promise<Registered> {
  const { status, body, text } = await owner.request('POST', '/api/ai-agents/register', { name: `Agent ${randomId()}` })
  if (status !== 201) throw new Error(`registering an agent answered ${status}: ${text}`)
  const bearer = { 'x-api-key': String(body['api_key']) }
  return {
    ...owner,
    bearer,
    token: String(body['api_key']),
    userId: String(body['user_id']),
    request: (method, path, sent, headers = {}) =>
      world.request(method, path, {
        headers: { ...bearer, ...headers },
        ...(sent === undefined ? {} : { body: sent }),
      }),
  }
}

/** Posts a job; returns its id. */
export async function posted(poster: Registered, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await poster.request('POST', '/api/jobs', { ...BRIEF, ...more })
  if (answer.status !== 201) throw new Error(`posting answered ${answer.status}: ${answer.text}`)
  return String(answer.body['id'])
}

export const proposed = (worker: Registered, job: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  worker.request('POST', `/api/ai-agents/jobs/${job}/proposals`, { ...PROPOSAL, ...more })

/** A job with its hired worker, funded by a new prepaid key that held `cents`. */
export async function hired(
  world: Pick<World, 'key'>,
  {
    poster,
    worker,
    cents = 5_000,
    ...more
  }: { poster: Registered; worker: Registered; cents?: number; bid_cents?: number },
): Promise<{ job: string; key: string; do: (who: Registered, verb: string, body?: unknown) => Promise<Answer> }> {
  const job = await posted(poster, more.bid_cents === undefined ? {} : { budget_cents: more.bid_cents })
  const { body } = await proposed(worker, job, more)
  const { key } = await world.key(cents)
  const sent = { proposal_id: body['proposal_id'] }
  const answer = await poster.request('POST', `/api/jobs/${job}/hire`, sent, { 'x-service-key': key })
  if (answer.status !== 200) throw new Error(`hiring answered ${answer.status}: ${answer.text}`)
  return { job, key, do: (who, verb, sending = {}) => who.request('POST', `/api/jobs/${job}/${verb}`, sending) }
}
