import { raw } from '@mikro-orm/core'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { fragment } from '#shared/db/fragment.ts'
import type { ListedNote, NoteList } from '#shared/doors/notes.ts'

import { all, type Fragment, given, hasWords, snippetAround } from '../conditions.ts'
import { cursorAfter, placeOf } from '../cursor.ts'
import type { StoreCall } from '../store-call.ts'

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
  const { by, way, follows } = ORDER[wanted.sort]
  const after = place === undefined || id === undefined ? fragment`` : follows(place, id)
  const matches = all(
    fragment`n.owner = ${owner} and (n.expires_at is null or n.expires_at > now())`,
    given(wanted.tag, (tag) => fragment`${tag} = any(n.tags)`),
    given(wanted.prefix, (prefix) => fragment`starts_with(n.key, ${prefix})`),
    given(wanted.agentId, (agentId) => fragment`n.agent_id = ${agentId}`),
    given(wanted.q, (q) => hasWords(fragment`n.search`, q)),
  )
  const snippet = wanted.q === undefined ? fragment`null` : snippetAround(fragment`left(v.content, 65536)`, wanted.q)
  const em = await call.db.em()
  // SQL: searches words, counts all matches, and goes on at a place among rows that sort by any of three keys.
  const rows = await em.execute<Row[]>(fragment`
with matching as (select n.*, ${by} as place from note n where ${matches}),
page as (select * from matching ${after} order by place ${way}, id ${way} limit ${limit + 1}::int)
select p.id as note_id, p.key, p.title, p.tags, p.version, p.bytes, p.visibility, ${UPDATED_AT} as updated_at,
  ${EXPIRES_AT} as expires_at, p.place::text as place, (select count(*) from matching) as total, ${snippet} as snippet
from page p join note_version v on v.note_id = p.id and v.version = p.version
order by p.place ${way}, p.id ${way}`)
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

const UPDATED_AT = raw(isoUtc('p.updated_at'))
const EXPIRES_AT = raw(isoUtc('p.expires_at'))

/** What each list sorts by, and what follows a place in it. */
const ORDER: Record<
  NoteList['sort'],
  { by: Fragment; way: Fragment; follows: (place: string, id: string) => Fragment }
> = {
  updated_desc: {
    by: fragment`n.updated_at`,
    way: fragment`desc`,
    follows: (place, id) => fragment`where (place, id) < (${place}::timestamptz, ${id})`,
  },
  updated_asc: {
    by: fragment`n.updated_at`,
    way: fragment`asc`,
    follows: (place, id) => fragment`where (place, id) > (${place}::timestamptz, ${id})`,
  },
  key_asc: {
    by: fragment`coalesce(n.key, '')`,
    way: fragment`asc`,
    follows: (place, id) => fragment`where (place, id) > (${place}, ${id})`,
  },
}
