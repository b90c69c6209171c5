import type { SitePage } from '../crawl/company-site.ts'
import type { ApplicantSystem } from './job.ts'

/**
 * Patterns of links and embedded scripts that show where a company lists its roles. The first group is its token there.
 */
const PLACES: readonly { system: ApplicantSystem; pattern: RegExp }[] = [
  {
    system: 'greenhouse',
    pattern:
      /\/\/(?:boards|job-boards)(?:\.eu)?\.greenhouse\.io\/embed\/job_(?:board|app)(?:\/js)?\?(?:[^#]{0,100}&)?for=([\w-]{1,80})/i,
  },
  { system: 'greenhouse', pattern: /\/\/(?:boards|job-boards)(?:\.eu)?\.greenhouse\.io\/(?!embed\b)([\w-]{1,80})/i },
  { system: 'lever', pattern: /\/\/jobs(?:\.eu)?\.lever\.co\/([\w.-]{1,80})/i },
  { system: 'ashby', pattern: /\/\/jobs\.ashbyhq\.com\/([\w.%-]{1,80})/i },
  { system: 'workable', pattern: /\/\/apply\.workable\.com\/(?!api\b|j\/)([\w-]{1,80})/i },
  { system: 'smartrecruiters', pattern: /\/\/(?:careers|jobs)\.smartrecruiters\.com\/([\w-]{1,80})/i },
  { system: 'recruitee', pattern: /\/\/(?!www\.|api\.)([\w-]{1,63})\.recruitee\.com/i },
  { system: 'personio', pattern: /\/\/([\w-]{1,63})\.jobs\.personio\.(?:de|com)/i },
]

export type Board = { system: ApplicantSystem; token: string; url: string }

/** The board that pages of a company link to or embed; the one named most often where there are several. */
export function findBoard(pages: readonly SitePage[]): Board | null {
  const places = pages.flatMap(({ url, links, embeds }) => [
    url,
    ...links.map((link) => link.url),
    ...embeds.map((host) => `https://${host}`),
  ])
  const counts = new Map<string, Board & { count: number }>()
  for (const url of places) {
    const hit = PLACES.flatMap(({ system, pattern }) => {
      const token = pattern.exec(url)?.[1]
      return token === undefined ? [] : [{ system, token: decoded(token) }]
    })[0]
    if (hit === undefined) continue
    const key = `${hit.system} ${hit.token.toLowerCase()}`
    counts.set(key, { ...hit, url, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const [best] = [...counts.values()].toSorted((a, b) => b.count - a.count)
  return best === undefined ? null : { system: best.system, token: best.token, url: best.url }
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
