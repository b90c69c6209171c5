import { readFile } from 'node:fs/promises'

import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The programs of docs/examples that call one outcome, with what each pays by. */
const PROGRAMS = [
  ['fetch.ts', 'a service key, with nothing but fetch'],
  ['client.ts', 'our own client, in docs/examples of the repository: a key, then x402 on Base'],
  ['x402-base.ts', 'x402 on Base, with @x402/fetch'],
  ['x402-solana.ts', 'x402 on Solana, with @x402/fetch'],
  ['mppx-base.ts', 'MPP on Base, with mppx'],
  ['mppx-solana.ts', 'MPP on Solana, with mppx and @solana/mpp'],
  ['httpx_key.py', 'a service key, from Python'],
  ['ai-sdk.ts', 'a tool of the Vercel AI SDK'],
  ['langchain.ts', 'a tool of LangChain'],
] as const
const WORKFLOW = 'n8n-workflow.json'
/** What knows an outcome by its slug alone cannot reach a bundle. */
const BY_SLUG: ReadonlySet<string> = new Set(['client.ts', 'ai-sdk.ts', 'langchain.ts'])

const examples = new URL('../../../docs/examples/', import.meta.url)
const files = new Map<string, Promise<string>>()
function readExample(name: string): Promise<string> {
  const text = files.get(name) ?? readFile(new URL(name, examples), 'utf8')
  files.set(name, text)
  return text
}

/**
 * Whole programs that call a paid outcome with its sample, in Markdown: those of docs/examples, which call hash-text, with
 * the outcome's path, sample and price in place of its own. `npm run test:clients` runs both.
 */
export async function programTexts(entry: CatalogEntry, baseUrl: string): Promise<string> {
  const texts = (await programsFor(entry, baseUrl)).map(({ name, about, text }) =>
    section(name, about, name.endsWith('.py') ? 'python' : 'ts', text),
  )
  const workflow = section(WORKFLOW, 'a workflow of n8n', 'json', await fillWorkflow(entry))
  return [...texts, workflow].join('\n')
}

/** A program of docs/examples: its file name, what it pays by, and its text. */
type Program = { name: string; about: string; text: string }

/** The programs of docs/examples with an outcome's path, sample and price in place of their own. */
export function programsFor(entry: CatalogEntry, baseUrl: string): Promise<Program[]> {
  const isBundle = !entry.publicPath.endsWith(`/${entry.outcome.slug}`)
  const programs = PROGRAMS.filter(([name]) => !(isBundle && BY_SLUG.has(name)))
  return Promise.all(
    programs.map(async ([name, about]) => ({ name, about, text: fill(await readExample(name), entry, baseUrl) })),
  )
}

const section = (name: string, about: string, fence: string, text: string) =>
  `### ${name}: ${about}\n\n\`\`\`${fence}\n${text.trim()}\n\`\`\`\n`

function fill(text: string, { outcome, publicPath, priceMicroUsdc }: CatalogEntry, baseUrl: string): string {
  const { slug } = outcome
  // Safe: an example's input is what a caller would send as JSON.
  const input = outcome.example.input as Json
  const variable = slug.replaceAll(/\W/g, '_')
  const places: readonly [string, string][] = [
    ['/api/v1/outcomes/hash-text', publicPath],
    [`['hash-text', 'json-repair']`, `['${slug}']`],
    [`'hash-text'`, `'${slug}'`],
    ['hash_text', variable],
    ['hashText', 'outcome'],
    [`{ text: 'hello' }`, JSON.stringify(input)],
    ['{"text": "hello"}', pythonOf(input)],
    ['["result"]["hex"]', '["result"]'],
    ['result.hex', 'result'],
    [`maxAmount: '0.05'`, `maxAmount: '${usdcString(priceMicroUsdc)}'`],
    ['maxCents: 5', `maxCents: ${outcome.cents}`],
    ['http://127.0.0.1:8402', baseUrl],
  ]
  // One pass, so that nothing of a sample is taken for a place.
  const found = new RegExp(
    places.map(([place]) => place.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|'),
    'g',
  )
  const values = new Map(places)
  return text.replaceAll(found, (place) => values.get(place) ?? place)
}

/** A JSON value as Python writes it. */
function pythonOf(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${pythonOf(field)}`)
  return `{${fields.join(', ')}}`
}

async function fillWorkflow({ outcome, publicPath }: CatalogEntry): Promise<string> {
  const text = await readExample(WORKFLOW)
  const filled = text
    .replace('/api/v1/outcomes/hash-text', publicPath)
    .replaceAll('Call hash-text', `Call ${outcome.slug}`)
    .replace('Farebox: hash a text', `Farebox: ${outcome.slug}`)
  // Braces of a sample would end an expression of n8n, so the body is the JSON itself.
  return filled.replace(
    /"jsonBody": .*,/,
    () => `"jsonBody": ${JSON.stringify(JSON.stringify(outcome.example.input))},`,
  )
}
