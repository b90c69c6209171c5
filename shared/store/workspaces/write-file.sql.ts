import { RECORD_EFFECT } from '../effects.ts'

/** Number of versions kept of a file; older ones are deleted and their bytes freed. */
const KEPT_VERSIONS = 50

const ALIVE = `exists (select from workspace w where w.id = $2 and (w.expires_at is null or w.expires_at > now()))`

const ANSWER = (unchanged: boolean) => `
json_build_object('path', f.path, 'version', f.version, 'revision', w.revision, 'bytes', f.bytes, 'sha256', f.sha256,
  'unchanged', ${unchanged}, 'quota', json_build_object('used', w.used_bytes, 'bytes', w.quota_bytes))`

// Lock order in every statement: the file's row first, then the workspace's, so that none deadlocks.
const VERSIONED = `
counted as (
  update workspace w set revision = w.revision + 1, updated_at = now(), files = w.files + $15::int,
    used_bytes = w.used_bytes + $8::int - (
      select coalesce(sum(v.bytes), 0) from workspace_version v, filed where v.file_id = filed.id and v.version <= filed.version - ${KEPT_VERSIONS}
    )
  from filed where w.id = filed.workspace_id
  returning w.id, w.revision, w.used_bytes, w.quota_bytes
),
versioned as (
  insert into workspace_version (file_id, version, content, is_json, bytes, sha256, agent_id, author, flags)
  select id, version, $6::text, $7::boolean, $8::int, $9, $10, $11, $12::jsonb from filed
),
trimmed as (
  delete from workspace_version v using filed where v.file_id = filed.id and v.version <= filed.version - ${KEPT_VERSIONS}
),
logged as (
  insert into workspace_change (workspace_id, revision, op, path, version, agent_id, message)
  select w.id, w.revision, $13, f.path, f.version, $10, $14 from counted w, filed f
),
answered as (select ${ANSWER(false)} as answer from filed f, counted w),
${RECORD_EFFECT}`

/**
 * The statements that change a file: $1 effect, $2 workspace, $3 file, $4 path, $5 the version it was read at. A
 * statement that returns no row changed nothing, because another writer was quicker.
 */
export const WRITE = {
  first: `
with filed as (
  insert into workspace_file (id, workspace_id, path, version, bytes, sha256, agent_id)
  select $3, $2, $4, $5::int + 1, $8::int, $9, $10 where ${ALIVE}
  on conflict (workspace_id, path) where deleted_at is null do nothing
  returning *
),
${VERSIONED}`,
  next: `
with filed as (
  update workspace_file f set version = f.version + 1, bytes = $8::int, sha256 = $9, agent_id = $10, updated_at = now(),
    deleted_at = case when $6::text is null then now() end
  where f.id = $3 and f.workspace_id = $2 and f.path = $4 and f.version = $5::int and ${ALIVE}
  returning *
),
${VERSIONED}`,
  move: `
with filed as (
  update workspace_file f set path = $6, updated_at = now()
  where f.id = $3 and f.workspace_id = $2 and f.path = $4 and f.version = $5::int and f.deleted_at is null and ${ALIVE}
  returning *
),
counted as (
  update workspace w set revision = w.revision + 1, updated_at = now() from filed where w.id = filed.workspace_id
  returning w.id, w.revision, w.used_bytes, w.quota_bytes
),
logged as (
  insert into workspace_change (workspace_id, revision, op, path, moved_to, version, agent_id, message)
  select w.id, w.revision, 'move', $4, f.path, f.version, $7, $8 from counted w, filed f
),
answered as (select ${ANSWER(false)} as answer from filed f, counted w),
${RECORD_EFFECT}`,
  same: `select ${ANSWER(true)}::text as answer from workspace_file f join workspace w on w.id = f.workspace_id where w.id = $1 and f.id = $2`,
}
