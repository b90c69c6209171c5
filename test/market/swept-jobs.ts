import { hired, NOTES, posted, PROPOSAL, REASON } from '../support/world/jobs.ts'
import { registerAccount, type Registered } from '../support/world/market.ts'
import type { World } from '../support/world/world.ts'
import { type Asker, changedBy, MARK, type SweptRoute } from './sweep.ts'

/** Jobs that one worker of the sweep takes, which is as many as a worker may have at once. */
const OF_ONE_WORKER = 3

/** Every `{id}` route of the jobs board, asked by the poster. A job is public, so a stranger is told 403, and it is never gone. */
export function sweptJobs(world: () => World, owner: () => Registered): readonly SweptRoute[] {
  const open =
    (after = '') =>
    async (deleted: boolean) => {
      const path = `/api/jobs/${await posted(owner())}`
      if (deleted) await owner().request('POST', `${path}/cancel`)
      return path + after
    }
  let worker: Registered | undefined
  let taken = 0
  const workerWithTime = async (): Promise<Registered> => {
    if (worker === undefined || taken % OF_ONE_WORKER === 0) worker = await registerAccount(world())
    taken += 1
    return worker
  }
  /** A job that was hired for and delivered; a deleted one was accepted. */
  const delivered = (after: string) => async (deleted: boolean) => {
    const who = await workerWithTime()
    const { job, do: act } = await hired(world(), { poster: owner(), worker: who })
    await act(who, 'deliver', { notes: `${NOTES} ${MARK}` })
    if (deleted) await act(owner(), 'accept')
    return `/api/jobs/${job}${after}`
  }
  const ID = '/api/jobs/:job_id'
  const everybody = (status: number): Record<Asker, number> => ({ ...changedBy(status, status), 'other user': status })
  const NO_ID = '00000000000000000000000000000000'
  const party = (
    method: 'GET' | 'POST',
    after: string,
    [owned, ended]: readonly [number, number],
    body?: unknown,
  ): SweptRoute => ({
    route: `${method} ${ID}${after}`,
    path: delivered(after),
    body,
    expected: changedBy(owned, ended),
  })
  const statement = { reason: REASON }
  return [
    { route: `GET ${ID}`, path: delivered(''), expected: { ...everybody(200), nobody: 200 } },
    { route: `PATCH ${ID}`, path: open(), body: { budget_cents: 2_000 }, expected: changedBy(200, 409) },
    { route: `POST ${ID}/cancel`, path: open('/cancel'), body: {}, expected: changedBy(200, 409) },
    { route: `GET ${ID}/proposals`, path: open('/proposals'), expected: everybody(200) },
    {
      route: `POST ${ID}/proposals/:proposal_id/withdraw`,
      path: open(`/proposals/prp_${NO_ID}/withdraw`),
      expected: everybody(404),
    },
    {
      route: 'POST /api/ai-agents/jobs/:job_id/proposals',
      path: async (deleted) => `/api/ai-agents${(await open('/proposals')(deleted)).slice('/api'.length)}`,
      body: PROPOSAL,
      expected: { ...changedBy(409, 409), 'other user': 201 },
    },
    { route: `POST ${ID}/hire`, path: open('/hire'), body: { proposal_id: 'prp' }, expected: changedBy(404, 404) },
    {
      route: `POST ${ID}/hire/card`,
      path: open('/hire/card'),
      body: { proposal_id: 'prp' },
      expected: changedBy(503, 503),
    },
    party('POST', '/deliver', [403, 403], { notes: NOTES }),
    party('POST', '/request-changes', [200, 409], statement),
    party('POST', '/accept', [200, 409]),
    party('POST', '/dispute', [200, 409], statement),
    party('POST', '/dispute/answer', [409, 409], statement),
    party('POST', '/messages', [201, 201], { text: 'Hello' }),
    party('GET', '/messages', [200, 200]),
    party('POST', '/review', [409, 200], { rating: 5 }),
    party('POST', '/files', [403, 403]),
    {
      route: `GET ${ID}/files/:file_id`,
      path: delivered(`/files/fil_${NO_ID}`),
      expected: changedBy(404, 404),
    },
  ]
}
