import { isoUtc } from '#shared/db/iso-utc.ts'
import type { ListedNote, NoteList } from '#shared/doors/notes.ts'

import { cursorAfter, placeOf } from '../cursor.ts'
import type { StoreCall } from '../store-call.ts'
import { hasWords, snippetAround } from './search-words.ts'

type Page = { notes: ListedNote[]; total: number; nextCursor: string | null }

/**
 * Lists the caller's own unexpired notes, a page at a time. A page continues where the previous one ended, whatever was
 * added since.
 */
export async function listNotes(call: StoreCall, wanted: NoteList): Promise<Page> {
  const { owner } = await call.caller()
  const { limit, cursor, ...filter } = wanted
  const list = `notes:${owner}`
  const [place, id] = placeOf(call.keys, list, filter, cursor) ?? []
  const values = [
    owner,
    wanted.tag ?? null,
    wanted.prefix ?? null,
    wanted.q ?? null,
    wanted.agentId ?? null,
    place ?? null,
    id ?? null,
    limit + 1,
  ]
  // SQL: searches words and goes on at a place among rows that sort by any of three keys.
  const { rows } = await call.db.pg.query<Row>({
    name: `notes-list-${wanted.sort}`,
    text: LIST[wanted.sort],
    values,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    notes: page.map(shown),
    total: Number(rows[0]?.total ?? 0),
    nextCursor: isMore ? cursorAfter(call.keys, list, filter, [last.place, last.note_id]) : null,
  }
}

type Row = ListedNote & { place: string; total: string }

function shown(row: Row): ListedNote {
  const { place: _, total: __, ...note } = row
  return note
}

const ORDER: Record<NoteList['sort'], { by: string; way: 'asc' | 'desc'; type: string }> = {
  updated_desc: { by: 'n.updated_at', way: 'desc', type: 'timestamptz' },
  updated_asc: { by: 'n.updated_at', way: 'asc', type: 'timestamptz' },
  key_asc: { by: `coalesce(n.key, '')`, way: 'asc', type: 'text' },
}

const listBy = ({ by, way, type }: (typeof ORDER)[NoteList['sort']]) => `
with matching as (
  select n.*, ${by} as place from note n
  where n.owner = $1 and (n.expires_at is null or n.expires_at > now())
    and ($2::text is null or $2 = any(n.tags))
    and ($3::text is null or starts_with(n.key, $3))
    and ($5::text is null or n.agent_id = $5)
    and ($4::text is null or ${hasWords('n.search', '$4')})
),
page as (
  select * from matching where $6::text is null or (place, id) ${way === 'asc' ? '>' : '<'} ($6::${type}, $7::text)
  order by place ${way}, id ${way} limit $8::int
)
select p.id as note_id, p.key, p.title, p.tags, p.version, p.bytes, p.visibility, ${isoUtc('p.updated_at')} as updated_at,
  ${isoUtc('p.expires_at')} as expires_at, p.place::text as place, (select count(*) from matching) as total,
  case when $4::text is not null then ${snippetAround('left(v.content, 65536)', '$4')} end as snippet
from page p join note_version v on v.note_id = p.id and v.version = p.version
order by p.place ${way}, p.id ${way}`

const LIST = {
  updated_desc: listBy(ORDER.updated_desc),
  updated_asc: listBy(ORDER.updated_asc),
  key_asc: listBy(ORDER.key_asc),
}
