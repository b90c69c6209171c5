import { decodeText } from '#shared/engines/page/decode-text.ts'
import { findInjection } from '#shared/engines/page/find-injection.ts'
import { oneLine } from '#shared/engines/site/one-line.ts'
import { PageLinks } from '#shared/engines/site/page/page-links.ts'
import { walkMarkup } from '#shared/engines/site/page/walk-markup.ts'
import { absoluteUrl } from '#shared/engines/site/same-site.ts'

import type { CompanyPage, JsonNode } from './company-page.ts'
import { readJsonLd } from './json-ld.ts'
import { PageBlocks } from './page-blocks.ts'

const MOST_HTML_CHARS = 1_000_000
const MOST_SCRIPT_CHARS = 200_000
const MOST_SCANNED_CHARS = 20_000
const MOST_BUTTONS = 40
const MOST_EMBEDS = 60
const MOST_TIMES = 60
const BUTTON = /\b(?:btn|button|cta)\b/i

/** Reads a page of a company's site in one walk. Never throws: bytes that are not HTML give an empty page. */
export function readCompanyPage(given: { bytes: Uint8Array; charset: string | null; url: string }): CompanyPage {
  const html = decodeText(given.bytes, given.charset).text.slice(0, MOST_HTML_CHARS)
  const { url } = given
  const meta = new Map<string, string>()
  const nodes: JsonNode[] = []
  const types = new Set<string>()
  const links = new PageLinks()
  const blocks = new PageBlocks()
  const buttons = new Set<string>()
  const embeds = new Set<string>()
  const times: string[] = []
  const forms = { password: false, email: false }
  let lang: string | null = null
  let canonical: string | null = null
  let base = url
  let title = ''
  let inTitle = false
  let script: string | null = null
  let button: string | null = null

  const embed = (source: string | undefined) => {
    const to = source === undefined ? null : absoluteUrl(source, base)
    if (to !== null && embeds.size < MOST_EMBEDS)
      embeds.add(new URL(to).host + new URL(to).pathname.slice(0, 80) + new URL(to).search.slice(0, 80))
  }
  walkMarkup(html, {
    open(tag, attributes) {
      if (tag === 'html') lang = attributes['lang']?.slice(0, 20) ?? null
      if (tag === 'title' && title === '') inTitle = true
      if (tag === 'base') base = absoluteUrl(attributes['href'] ?? '', url) ?? url
      if (tag === 'meta') keepMeta(meta, attributes)
      if (tag === 'link' && attributes['rel'] === 'canonical') canonical = absoluteUrl(attributes['href'] ?? '', base)
      if (tag === 'script') {
        script = /^application\/ld\+json/i.test(attributes['type'] ?? '') ? '' : null
        embed(attributes['src'])
      }
      if (tag === 'iframe') embed(attributes['src'])
      if (tag === 'input' && attributes['type'] === 'password') forms.password = true
      if (tag === 'input' && attributes['type'] === 'email') forms.email = true
      const isButton =
        tag === 'button' || (tag === 'a' && (BUTTON.test(attributes['class'] ?? '') || attributes['role'] === 'button'))
      if (isButton) button = ''
      const time = attributes['datetime']
      if (time !== undefined && times.length < MOST_TIMES) times.push(time.slice(0, 40))
      links.open(tag, attributes, base)
      blocks.open(tag)
    },
    text(piece) {
      if (inTitle) title += piece
      if (script !== null && script.length < MOST_SCRIPT_CHARS) script += piece
      if (button !== null && button.length < 200) button += piece
      links.add(piece)
      blocks.add(piece)
    },
    close(tag) {
      if (tag === 'title') inTitle = false
      if (tag === 'script' && script !== null) {
        keepNodes(script, nodes, types)
        script = null
      }
      if ((tag === 'button' || tag === 'a') && button !== null) {
        const text = oneLine(button, 60)
        if (text !== '' && buttons.size < MOST_BUTTONS) buttons.add(text)
        button = null
      }
      links.close(tag)
      blocks.close(tag)
    },
  })
  const found = links.end()
  const all = blocks.end()
  return {
    url,
    title: oneLine(title, 300) || (meta.get('og:title') ?? ''),
    description: meta.get('description') ?? meta.get('og:description') ?? null,
    siteName: meta.get('og:site_name') ?? null,
    canonical,
    lang,
    blocks: all,
    links: found.links,
    contacts: found.contacts,
    nodes,
    types: [...types],
    buttons: [...buttons],
    embeds: [...embeds],
    forms,
    times,
    injection: findInjection(textOfBlocks(all), [])
      .filter(({ severity }) => severity !== 'low')
      .slice(0, 5)
      .map(({ rule, severity, excerpt }) => ({ rule, severity, excerpt })),
  }
}

const textOfBlocks = (blocks: readonly { text: string }[]) =>
  blocks
    .map(({ text }) => text)
    .join('\n')
    .slice(0, MOST_SCANNED_CHARS)

function keepMeta(meta: Map<string, string>, attributes: Readonly<Record<string, string>>): void {
  const name = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase()
  const content = oneLine(attributes['content'] ?? '', 600)
  if (content !== '' && !meta.has(name) && meta.size < 60) meta.set(name, content)
}

function keepNodes(script: string, nodes: JsonNode[], types: Set<string>): void {
  try {
    const read = readJsonLd(script)
    nodes.push(...read.nodes.slice(0, 80 - nodes.length))
    for (const type of read.types) types.add(type)
  } catch {
    // Ignore a script that is not JSON.
  }
}
