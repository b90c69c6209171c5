import { Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { AgentsDoor, LeaderboardRow } from '#shared/doors/agents.ts'

import type { StoreCall } from '../store-call.ts'
import { readEvidence } from './read-evidence.ts'

/** Reputation and leaderboards of agents, the same for every caller, and the opt-out of the caller's own agents. */
export const agentsDoor = (call: StoreCall): AgentsDoor => ({
  evidence: async (agentId, asOf) => (await readEvidence(call.pg, [agentId], asOf, null)).get(agentId) ?? [],
  async leaderboard(metric, period, limit, agentId) {
    const [rows, self, board] = await Promise.all([
      call.pg.query<LeaderboardRow>({ name: 'leaderboard-rows', text: ROWS, values: [metric, period, limit] }),
      call.pg.query<LeaderboardRow>({ name: 'leaderboard-self', text: SELF, values: [metric, period, agentId] }),
      call.pg.query<{ total: number; from: string | null; taken: string }>({
        name: 'leaderboard',
        text: BOARD,
        values: [metric, period],
      }),
    ])
    const [taken] = board.rows
    return {
      rows: rows.rows,
      self: self.rows[0] ?? null,
      total: taken?.total ?? 0,
      from: taken?.from ?? null,
      takenAt: taken?.taken ?? null,
    }
  },
  async optOut(agentId, out) {
    const { owner, credential } = await call.caller()
    if (credential === 'trial') throw new Refusal('forbidden', 'Agents of trial keys are on no leaderboard.')
    await call.pg.query({
      name: out ? 'leaderboard-opt-out' : 'leaderboard-opt-in',
      text: out
        ? 'insert into agent_opt_out (owner, agent_id) values ($1, $2) on conflict do nothing'
        : 'delete from agent_opt_out where owner = $1 and agent_id = $2',
      values: [owner, agentId],
    })
  },
})

const ROW = 'rank, agent_id, handle, value, n, change_rank'
const ROWS = `select ${ROW} from leaderboard_entry where metric = $1 and period = $2 order by rank, handle limit $3::int`
const SELF = `select ${ROW} from leaderboard_entry where metric = $1 and period = $2 and (agent_id = $3 or handle = $3) order by rank limit 1`
const BOARD = `select total, ${isoUtc('from_at')} as from, ${isoUtc('taken_at')} as taken from leaderboard where metric = $1 and period = $2`
