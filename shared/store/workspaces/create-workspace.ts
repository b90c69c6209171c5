import { Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { CreatedWorkspace, WorkspaceToCreate, WorkspaceTokens } from '#shared/doors/workspaces.ts'

import { writeOnce, RECORD_EFFECT, recorded } from '../effects.ts'
import { withinQuota } from '../refuse-quota.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf, tokenHash } from '../store-keys.ts'

/**
 * Makes a workspace, or returns the existing one of this name. Tokens are derived from the ids of the members, so a
 * second attempt of the call returns the same ones and none is stored.
 */
export async function createWorkspace(
  call: StoreCall,
  wish: WorkspaceToCreate,
): Promise<{ workspace: CreatedWorkspace; tokens: WorkspaceTokens | null }> {
  const { owner } = await call.caller()
  const members = [
    { agent_id: null, role: 'admin' as const },
    ...wish.members.map(({ agent_id, role }) => ({ agent_id, role })),
  ].map((member, ordinal) => {
    const id = idOf('wsm', call.effectId, ordinal)
    return { ...member, id, token: call.keys.token(id) }
  })
  const workspace = await writeOnce(call.pg, call.effectId, async () => {
    const values = [
      call.effectId,
      idOf('ws', call.effectId),
      owner,
      wish.name,
      wish.description ?? null,
      wish.quotaBytes,
      wish.ttlSeconds ?? null,
      members.map(({ id }) => id),
      members.map(({ agent_id }) => agent_id),
      members.map(({ role }) => role),
      members.map(({ token }) => tokenHash(token)),
    ]
    const { rows } = await withinQuota(() =>
      call.pg.query<{ answer: string }>({ name: 'workspace-create', text: CREATE, values }),
    )
    const made = recorded<CreatedWorkspace>(rows)
    if (made !== null) return made
    if (wish.ifExists === 'error') throw nameTaken(wish.name)
    const there = await call.pg.query<{ answer: string }>({
      name: 'workspace-of-name',
      text: OF_NAME,
      values: [owner, wish.name],
    })
    return recorded<CreatedWorkspace>(there.rows)
  })
  if (!workspace.created) return { workspace, tokens: null }
  const [own, ...joined] = members
  return {
    workspace,
    tokens: {
      owner_token: own?.token ?? '',
      join_tokens: joined.map(({ agent_id, role, token }) => ({ agent_id: agent_id ?? '', role, token })),
    },
  }
}

const nameTaken = (name: string) =>
  new Refusal('already_exists', `You have a workspace called ${JSON.stringify(name)} already.`, {
    fix: { action: 'Choose another name, or send if_exists: return to get the existing one.' },
  })

const VIEW = (w: string, created: boolean) => `
json_build_object('workspace_id', ${w}.id, 'name', ${w}.name, 'created', ${created},
  'quota', json_build_object('bytes', ${w}.quota_bytes, 'used', ${w}.used_bytes, 'files', ${w}.files), 'expires_at', ${isoUtc(`${w}.expires_at`)})`

// An expired workspace is kept for a week. Its name is free at once; its place in the quota is freed when it is needed.
const CREATE = `
with freed as (
  update workspace set name = name || ' (' || id || ')' where owner = $3 and name = $4 and expires_at <= now() returning id
),
ended as (
  delete from workspace where owner = $3 and expires_at <= now() and (select workspaces from store_owner where owner = $3) >= 50 returning id
),
made as (
  insert into workspace (id, owner, name, description, quota_bytes, expires_at)
  select $2, $3, $4, $5, $6::bigint, now() + make_interval(secs => $7::float8) where (select count(*) from freed) + (select count(*) from ended) >= 0
  on conflict (owner, name) do nothing
  returning *
),
joined as (
  insert into workspace_member (id, workspace_id, agent_id, role, token_hash)
  select m.id, made.id, m.agent_id, m.role, m.token_hash
  from made, unnest($8::text[], $9::text[], $10::text[], $11::text[]) as m(id, agent_id, role, token_hash)
),
answered as (select ${VIEW('made', true)} as answer from made),
${RECORD_EFFECT}`

const OF_NAME = `select ${VIEW('w', false)}::text as answer from workspace w where owner = $1 and name = $2 and (expires_at is null or expires_at > now())`
