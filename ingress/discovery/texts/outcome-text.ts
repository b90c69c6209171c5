import { TRIAL } from '#shared/terms.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import type { Availability } from '#shared/outcomes/availability.ts'
import { groupDigits } from '#shared/lib/group-digits.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'

import { exampleAnswer } from '../../call/challenge/example-answer.ts'
import { plainSchema } from '../../call/challenge/plain-schema.ts'
import { callCommand } from '../first-call.ts'
import { programTexts } from './program-texts.ts'
import { type SchemaRow, schemaRows } from './schema-rows.ts'

/** Longest sample answer in letters that is shown; a longer one is in the JSON of the outcome. */
const MOST_SAMPLE = 4_000

const AVAILABLE: Readonly<Record<string, string>> = {
  model_not_configured: 'Not for sale here: the model it needs is not configured.',
  limited: 'Some inputs need a model that is not configured here; they are refused and cost nothing.',
}

/** The page of an outcome or bundle as Markdown: what it is, price, inputs, result, sample command, errors, programs. */
export async function outcomeText(entry: CatalogEntry, baseUrl: string, availability: Availability): Promise<string> {
  const { outcome, publicPath, priceMicroUsdc, inGuards, pack } = entry
  const isFree = outcome.cents === 0
  const url = baseUrl + publicPath
  const sample = JSON.stringify(exampleAnswer(entry), null, 2)
  return `# ${outcome.title}

> ${outcome.description.replaceAll(/\s+/g, ' ')}
${AVAILABLE[availability] === undefined ? '' : `\n${AVAILABLE[availability]}\n`}
- Call: POST ${url} with a JSON body of at most ${groupDigits(outcome.maxBodyBytes)} bytes
- Price: ${isFree ? 'free' : `$${usdcString(priceMicroUsdc)} a call, charged only for a result`}
${isFree ? '' : `- Paid by: ${waysOf(outcome.cents, inGuards)}\n`}- Takes at most ${outcome.timeoutMs / 1_000} s; pack ${pack.name}
${isFree ? '' : `- An x402 payment settles ${outcome.settle} the run\n`}
## Call it

\`\`\`sh
${callCommand(baseUrl, entry)}
\`\`\`

## Input

${table(schemaRows(plainSchema(outcome.input, 'input')), 'needed', 'It takes no fields.')}

## Result

The answer is {"ok": true, "resource", "total_usdc", "steps", "result", "charge", "call_id", "call_token", "request_id"}. In \`result\`:

${table(schemaRows(plainSchema(outcome.output, 'output')), 'always there', 'See the sample.')}
${sample.length > MOST_SAMPLE ? `\nA sample is at ${url} (\`output_schema\`).` : `\n\`\`\`json\n${sample}\n\`\`\``}

## Errors

Every error costs nothing; \`code\` says what happened and \`fix\` what to do.

${errorsOf(isFree)}

## More

- [As JSON](${url}), [OpenAPI](${url}/openapi.json)${isFree ? '' : `, [what an unpaid call is told](${baseUrl}/api/v1/outcomes/pay-probe/${outcome.slug})`}
- [Everything else](${baseUrl}/llms.txt)
${isFree ? '' : await programs(entry, baseUrl)}`
}

const programs = async (entry: CatalogEntry, baseUrl: string) => `
## Programs

Each is whole. Set what it reads from the environment: FAREBOX_KEY is a service key, BASE_PRIVATE_KEY and SOLANA_SECRET_KEY
are wallets, SOLANA_RPC_URL is a Solana node.

${await programTexts(entry, baseUrl)}`

function waysOf(cents: number, inGuards: boolean): string {
  return [
    ...(cents <= TRIAL.maxPriceCents ? ['trial key'] : []),
    'prepaid key',
    ...(inGuards ? ['day pass'] : []),
    'week or month pass',
    'x402',
  ].join(', ')
}

function table(rows: readonly SchemaRow[], mark: string, without: string): string {
  if (rows.length === 0) return without
  const lines = rows.map(
    ({ name, type, isRequired, about }) => `| ${name}${isRequired ? ' *' : ''} | ${cell(type)} | ${cell(about)} |`,
  )
  return ['| Field | Type | What |', '|---|---|---|', ...lines, '', `\\* ${mark}`].join('\n')
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`)

const errorsOf = (isFree: boolean) =>
  [
    '- 422: wrong or unknown fields, each named in `detail[]`',
    ...(isFree ? [] : ['- 402: not paid; `accepts[]` says how (x402), `alternatives[]` without signing']),
    '- 429, 503: too much at once, or no worker for it; wait for `Retry-After`',
    '- 502, 504: what it depends on did not answer, or not in time',
    '- 202 is no error: the call goes on; read it at `Location`',
  ].join('\n')
