import { isoUtc } from '#shared/db/iso-utc.ts'
import type { NoteBrowse, PublicNote } from '#shared/doors/notes.ts'

import { cursorAfter, placeOf } from '../cursor.ts'
import type { StoreCall } from '../store-call.ts'
import { hasWords, snippetAround } from './search-words.ts'

type Page = { notes: PublicNote[]; nextCursor: string | null; popularTags: { tag: string; n: number }[] }

/**
 * Lists public, unexpired notes of everybody. A note with injection flags of high or critical severity is listed
 * without its text.
 */
export async function browseNotes(call: StoreCall, wanted: NoteBrowse): Promise<Page> {
  const { limit, cursor, ...filter } = wanted
  const [reads, updated, id] = placeOf(call.keys, 'public-notes', filter, cursor) ?? []
  const [label, tag] = (wanted.author ?? '').split(/#(?=[0-9a-f]{6}$)/)
  const values = [
    wanted.q ?? null,
    wanted.tag ?? null,
    wanted.author === undefined ? null : label,
    tag ?? null,
    updated ?? null,
    id ?? null,
    limit + 1,
  ]
  const [{ rows }, tags] = await Promise.all([
    wanted.sort === 'recent'
      ? // SQL: searches words, counts readers, and goes on at a place.
        call.db.pg.query<Row>({ name: 'notes-recent', text: RECENT, values })
      : // SQL: sorts by the readers it counts.
        call.db.pg.query<Row>({ name: 'notes-popular', text: POPULAR, values: [...values, reads ?? null] }),
    // SQL: counts the members of a list.
    call.db.pg.query<{ tag: string; n: number }>({ name: 'notes-popular-tags', text: POPULAR_TAGS }),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    notes: page.map(shown),
    nextCursor: isMore ? cursorAfter(call.keys, 'public-notes', filter, [last.reads, last.place, last.note_id]) : null,
    popularTags: tags.rows,
  }
}

type Row = PublicNote & { place: string }

function shown(row: Row): PublicNote {
  const { place: _, ...note } = row
  return isOrder(note) ? { ...note, snippet: null } : note
}

const isOrder = ({ injection_flags }: PublicNote) =>
  injection_flags.some(({ severity }) => severity === 'high' || severity === 'critical')

const MATCHING = `
  n.visibility = 'public' and (n.expires_at is null or n.expires_at > now())
  and ($1::text is null or ${hasWords('n.search', '$1')})
  and ($2::text is null or $2 = any(n.tags))
  and ($3::text is null or (n.agent_id = $3 and ($4::text is null or n.owner_tag = $4)))`
const READS = `(select count(*)::int from note_reader r where r.note_id = n.id and r.read_at > now() - interval '7 days')`

const SHOWN = `
select p.id as note_id, p.title, coalesce(p.agent_id, 'anonymous') || '#' || p.owner_tag as author, p.tags, p.bytes, p.version,
  ${isoUtc('p.updated_at')} as updated_at, p.updated_at::text as place, p.reads, p.flags as injection_flags,
  case when $1::text is null then left(v.content, 200) else ${snippetAround('left(v.content, 65536)', '$1')} end as snippet
from page p join note_version v on v.note_id = p.id and v.version = p.version`

const RECENT = `
with page as (
  select n.*, ${READS} as reads from note n
  where ${MATCHING} and ($5::text is null or (n.updated_at, n.id) < ($5::timestamptz, $6::text))
  order by n.updated_at desc, n.id desc limit $7::int
)
${SHOWN} order by p.updated_at desc, p.id desc`

const POPULAR = `
with readers as (select note_id, count(*)::int as reads from note_reader where read_at > now() - interval '7 days' group by note_id),
counted as (
  select n.*, coalesce(r.reads, 0) as reads from note n left join readers r on r.note_id = n.id where ${MATCHING}
),
page as (
  select * from counted where $5::text is null or (reads, updated_at, id) < ($8::int, $5::timestamptz, $6::text)
  order by reads desc, updated_at desc, id desc limit $7::int
)
${SHOWN} order by p.reads desc, p.updated_at desc, p.id desc`

const POPULAR_TAGS = `
select tag, count(*)::int as n
from (select tags from note where visibility = 'public' and updated_at > now() - interval '7 days' and (expires_at is null or expires_at > now())
  order by updated_at desc limit 5000) recent, unnest(recent.tags) as tag
group by tag order by n desc, tag limit 20`
