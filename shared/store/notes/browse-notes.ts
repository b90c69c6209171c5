import { raw } from '@mikro-orm/core'

import { fragment } from '#shared/db/fragment.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { NoteBrowse, PublicNote } from '#shared/doors/notes.ts'

import { all, type Fragment, given, hasWords, snippetAround } from '../conditions.ts'
import { cursorAfter, placeOf } from '../cursor.ts'
import type { StoreCall } from '../store-call.ts'

type Page = { notes: PublicNote[]; nextCursor: string | null; popularTags: { tag: string; n: number }[] }

/**
 * Lists public, unexpired notes of everybody. A note with injection flags of high or critical severity is listed
 * without its text.
 */
export async function browseNotes(call: StoreCall, wanted: NoteBrowse): Promise<Page> {
  const { limit, cursor, ...filter } = wanted
  const { q, author, sort } = wanted
  const place = placeOf(call.keys, 'public-notes', filter, cursor)
  const [label, ownerTag] = author?.split(/#(?=[0-9a-f]{6}$)/) ?? []
  const matches = all(
    fragment`n.visibility = 'public' and (n.expires_at is null or n.expires_at > now())`,
    given(q, (words) => hasWords(fragment`n.search`, words)),
    given(wanted.tag, (tag) => fragment`${tag} = any(n.tags)`),
    given(label, (agentId) => fragment`n.agent_id = ${agentId}`),
    given(ownerTag, (tag) => fragment`n.owner_tag = ${tag}`),
  )
  const { page: listed, order } = SORTS[sort](matches, place)
  const snippet = q === undefined ? fragment`left(v.content, 200)` : snippetAround(fragment`left(v.content, 65536)`, q)
  const em = await call.db.em()
  const [rows, popularTags] = await Promise.all([
    // SQL: searches words, counts readers, and goes on at a place.
    em.execute<Row[]>(fragment`
with page as (${listed} order by ${order} limit ${limit + 1}::int)
select n.id as note_id, n.title, coalesce(n.agent_id, 'anonymous') || '#' || n.owner_tag as author, n.tags, n.bytes, n.version,
  ${UPDATED_AT} as updated_at, n.updated_at::text as place, n.reads, n.flags as injection_flags, ${snippet} as snippet
from page n join note_version v on v.note_id = n.id and v.version = n.version order by ${order}`),
    // SQL: counts the members of a list.
    em.execute<Page['popularTags']>(POPULAR_TAGS),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    notes: page.map(shown),
    nextCursor: isMore ? cursorAfter(call.keys, 'public-notes', filter, [last.reads, last.place, last.note_id]) : null,
    popularTags,
  }
}

type Row = PublicNote & { place: string }

function shown(row: Row): PublicNote {
  const { place: _, ...note } = row
  return isOrder(note) ? { ...note, snippet: null } : note
}

const isOrder = ({ injection_flags }: PublicNote) =>
  injection_flags.some(({ severity }) => severity === 'high' || severity === 'critical')

const UPDATED_AT = raw(isoUtc('n.updated_at'))

type Sort = (matches: Fragment, place: readonly string[] | null) => { page: Fragment; order: Fragment }

/** The notes after a place, with their readers of the last week. */
const SORTS: Record<NoteBrowse['sort'], Sort> = {
  recent: (matches, place) => ({
    page: fragment`
      select n.*, (select count(*)::int from note_reader r where r.note_id = n.id and r.read_at > now() - interval '7 days') as reads
      from note n where ${all(
        matches,
        given(place, ([, updated, id]) => fragment`(n.updated_at, n.id) < (${updated}::timestamptz, ${id})`),
      )}`,
    order: fragment`n.updated_at desc, n.id desc`,
  }),
  popular: (matches, place) => ({
    page: fragment`
      select n.* from (
        select n.*, coalesce(r.reads, 0) as reads from note n left join (
          select note_id, count(*)::int as reads from note_reader where read_at > now() - interval '7 days' group by note_id
        ) r on r.note_id = n.id where ${matches}
      ) n ${given(place, ([reads, updated, id]) => fragment`where (n.reads, n.updated_at, n.id) < (${reads}::int, ${updated}::timestamptz, ${id})`) ?? fragment``}`,
    order: fragment`n.reads desc, n.updated_at desc, n.id desc`,
  }),
}

const POPULAR_TAGS = fragment`
select tag, count(*)::int as n
from (select tags from note where visibility = 'public' and updated_at > now() - interval '7 days' and (expires_at is null or expires_at > now())
  order by updated_at desc limit 5000) recent, unnest(recent.tags) as tag
group by tag order by n desc, tag limit 20`
