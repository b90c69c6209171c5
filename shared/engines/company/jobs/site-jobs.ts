import { utcTime } from '#shared/lib/utc-time.ts'

import type { SitePage } from '../crawl/company-site.ts'
import type { JsonNode } from '../page/company-page.ts'
import { textOf, typesOf } from '../page/json-ld.ts'
import { functionRules, TITLE_WORD } from '../words/titles.rules.ts'
import type { PostedJob } from './job.ts'

const JOB_PATH = /\/(?:jobs?|careers?|positions?|openings?|vacanc(?:y|ies)|stellen\w*|karriere|o|p)\/[\w%.-]{3,}/i
const MOST_LINK_JOBS = 200

/** Roles that pages describe in JSON-LD (schema.org JobPosting). */
export function jobsInNodes(pages: readonly SitePage[]): PostedJob[] {
  return pages.flatMap((page) =>
    page.nodes.filter((node) => typesOf(node).includes('JobPosting')).flatMap((node) => fromNode(node, page.url)),
  )
}

function fromNode(node: JsonNode, pageUrl: string): PostedJob[] {
  const title = textOf(node['title']) ?? textOf(node['name'])
  if (title === null) return []
  const url = textOf(node['url'])
  const remote = textOf(node['jobLocationType'])
  return [
    {
      title: title.slice(0, 200),
      department: textOf(node['occupationalCategory']) ?? '',
      location: placeOf(node['jobLocation']),
      remote: remote === null ? null : /telecommute/i.test(remote),
      postedAt: dateOf(textOf(node['datePosted'])),
      url: (url === null ? null : URL.parse(url, pageUrl)?.href) ?? pageUrl,
    },
  ]
}

function placeOf(location: unknown): string | null {
  const [first]: unknown[] = Array.isArray(location) ? location : [location]
  if (typeof first !== 'object' || first === null) return textOf(first)
  const address: unknown = 'address' in first ? first.address : null
  if (typeof address !== 'object' || address === null) return textOf(address) ?? textOf(first)
  // Safe: members are looked at one by one.
  const { addressLocality, addressRegion, addressCountry } = address as Record<string, unknown>
  return [addressLocality, addressRegion, addressCountry].flatMap((part) => textOf(part) ?? []).join(', ') || null
}

export function dateOf(text: string | null): string | null {
  const at = text === null || !/\d{4}/.test(text) ? Number.NaN : utcTime(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** Roles that a careers page links to: links below a page of roles whose words are a title. */
export function jobsInLinks(careers: readonly SitePage[]): PostedJob[] {
  const found = careers.flatMap(({ links }) => links).filter(({ url, text }) => JOB_PATH.test(url) && isTitle(text))
  return [...new Map(found.map(({ url, text }) => [url, text])).entries()]
    .slice(0, MOST_LINK_JOBS)
    .map(([url, title]) => ({ title, department: '', location: null, remote: null, postedAt: null, url }))
}

const isTitle = (text: string) =>
  text.length > 4 &&
  text.length <= 90 &&
  text.split(' ').length >= 2 &&
  !/[.!?]$/.test(text) &&
  (TITLE_WORD.test(text) || functionRules.some(({ area, pattern }) => area !== 'executive' && pattern.test(text))) &&
  !/^(?:view|see|all|open|our|learn|apply|join|life|why|teams?|benefits|students?)\b/i.test(text)
