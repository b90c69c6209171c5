import type { SitePage } from '../crawl/company-site.ts'
import type { JsonNode, PageBlock } from '../page/company-page.ts'
import { textOf, typesOf } from '../page/json-ld.ts'
import { nearness } from '../page/page-blocks.ts'
import { functionOf, seniorityOf } from '../words/read-title.ts'
import { functionRules, type JobFunction, seniorities, type Seniority, TITLE_WORD } from '../words/titles.rules.ts'
import { readPersonName } from './person-name.ts'

/** A person whom the company itself names, in wire names. */
export type Person = {
  name: string
  title: string
  seniority: Seniority
  function: JobFunction
  source_url: string
  /** The words of the page. */
  quote: string
  /** Public profiles that the page links next to the name's own words. */
  links: string[]
  last_seen: string
}

const MOST_TITLE = 90
const PROFILE = /^https?:\/\/(?:[\w-]+\.)?(?:linkedin\.com\/in|github\.com|(?:x|twitter)\.com)\/[\w%.-]{2,60}\/?$/i
const INLINE = /^(?<name>[^,–—|:()]{4,60}?)\s*(?:,|\s[–—|-]\s|\(|:)\s*(?<title>[^()]{2,90})\)?$/u
const LABELLED =
  /^(?<title>(?:geschäftsführ\w*|managing directors?|vertreten durch|represented by|ceo|inhaber(?:in)?|vorstand|directors?|owner)[^:]{0,40}):\s*(?<names>.{4,200})$/iu

/** The employer in a title that names one: "CTO at Globex", "Head of Data, Initech Inc". */
const EMPLOYER =
  /\s(?:at|bei|chez)\s+(?<at>\p{Lu}[^,]{0,60}|[\w-]+\.[a-z]{2,})$|@\s*(?<mark>[\p{L}\d][^,]{0,60})$|,\s*(?<form>[^,]{2,60}?\s(?:Inc|Ltd|LLC|GmbH|AG|Corp|PLC|S\.?A|B\.?V)\.?)$/u

/**
 * Finds people whom pages name together with their role: in JSON-LD, in one card, as a heading pair, or in one line.
 * The most senior first, then in the order of the pages. Nobody is guessed.
 */
export function findPeople(pages: readonly SitePage[]): Person[] {
  const found = new Map<string, Person>()
  for (const page of pages) {
    for (const person of [...inNodes(page), ...inBlocks(page)]) {
      if (isAnothers(person, page)) continue
      const key = person.name.toLowerCase()
      if (!found.has(key)) found.set(key, person)
    }
  }
  return [...found.values()].toSorted((a, b) => seniorities.indexOf(a.seniority) - seniorities.indexOf(b.seniority))
}

/** Whether a title names an employer other than the owner of the site, as under a customer's quotation. */
function isAnothers({ title }: Person, { url }: SitePage): boolean {
  const { at, mark, form } = EMPLOYER.exec(title)?.groups ?? {}
  const employer = plain(at ?? mark ?? form ?? '')
  if (employer === '' || employer === 'large') return false
  const labels = new URL(url).hostname.split('.').map(plain)
  return !labels.some((label) => label.length > 2 && (employer.includes(label) || label.includes(employer)))
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\p{L}\d]/gu, '')

const person = (page: SitePage, name: string, title: string, quote: string): Person => ({
  name,
  title,
  seniority: seniorityOf(title),
  function: functionOf(title),
  source_url: page.url,
  quote: quote.slice(0, 240),
  links: profilesOf(page, name),
  last_seen: page.fetchedAt,
})

/** Profile links whose URL contains the name: another link next to a name may belong to anybody. */
function profilesOf({ links }: SitePage, name: string): string[] {
  const parts = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z]+/)
    .filter((part) => part.length > 2)
  return links
    .map(({ url }) => url)
    .filter((url) => PROFILE.test(url) && parts.length > 1 && parts.every((part) => url.toLowerCase().includes(part)))
    .slice(0, 3)
}

function inNodes(page: SitePage): Person[] {
  const people: Person[] = []
  const add = (node: unknown, role: string | null) => {
    if (typeof node !== 'object' || node === null) return
    // Safe: members are looked at one by one.
    const { name, jobTitle } = node as JsonNode
    const [named, title] = [textOf(name), textOf(jobTitle) ?? role]
    const read = named === null ? null : readPersonName(named)
    if (read !== null && title !== null && title.length <= MOST_TITLE)
      people.push(person(page, read, title, `JSON-LD Person: ${named}, ${title}`))
  }
  for (const node of page.nodes) {
    const types = typesOf(node)
    if (types.includes('Person')) add(node, null)
    const { founder, founders, employee } = node
    for (const one of [founder, founders].flat()) add(one, 'Founder')
    for (const one of [employee].flat()) add(one, null)
  }
  return people
}

function inBlocks(page: SitePage): Person[] {
  const { blocks } = page
  const isTitle = ({ text }: PageBlock) =>
    text.length <= MOST_TITLE &&
    !/[.!?]$/.test(text) &&
    readPersonName(text) === null &&
    (TITLE_WORD.test(text) || (page.kind === 'team' && isDepartment(text)))
  return blocks.flatMap((block, place): Person[] => {
    const labelled = LABELLED.exec(block.text)?.groups
    if (labelled !== undefined) {
      const names = (labelled['names'] ?? '')
        .split(/,|;|\/|&|\bund\b|\band\b/)
        .flatMap((name) => readPersonName(name.trim()) ?? [])
      return names.map((name) => person(page, name, (labelled['title'] ?? '').trim(), block.text))
    }
    const name = readPersonName(block.text)
    if (name === null) {
      const inline = block.text.length > 150 ? undefined : INLINE.exec(block.text)?.groups
      const inlineName = readPersonName(inline?.['name'] ?? '')
      const title = (inline?.['title'] ?? '').trim()
      return inlineName !== null && TITLE_WORD.test(title) && !/[.!?]$/.test(title)
        ? [person(page, inlineName, title, block.text)]
        : []
    }
    const beside = [blocks[place + 1], blocks[place + 2], blocks[place - 1]]
      .flatMap((other, order) =>
        other !== undefined && isTitle(other) ? [{ other, order, near: nearness(block, other) }] : [],
      )
      .filter(({ near }) => near > 0)
      .toSorted((a, b) => b.near - a.near || a.order - b.order)
    const [best] = beside
    return best === undefined ? [] : [person(page, name, best.other.text, `${block.text} · ${best.other.text}`)]
  })
}

/** On a team page, the name of a department under a person's name is that person's role. */
const isDepartment = (text: string) =>
  text.length <= 40 && !/\d/.test(text) && functionRules.some(({ pattern }) => pattern.test(text))
