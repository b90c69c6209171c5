import { usdcString } from '#shared/lib/micro-usdc.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { GetCall } from '../call/input/get-calls.ts'
import { exampleAnswer } from '../call/challenge/example-answer.ts'
import { isSchema, plainSchema } from '../call/challenge/plain-schema.ts'

/** Free answer of a GET without parameters: inputs, outputs and how to call the outcome. */
export function callHelp(entry: CatalogEntry, { alias, names }: GetCall, baseUrl: string) {
  const { outcome, publicPath, priceMicroUsdc } = entry
  const renamed = new Map(Object.entries(names).map(([name, input]) => [input, name]))
  const schema = plainSchema(outcome.input, 'input')
  const { properties } = schema
  return {
    ok: true,
    help: `Without parameters this page is free. With parameters, or by POST with a JSON body, it is the paid call.`,
    slug: outcome.slug,
    title: outcome.title,
    description: outcome.description,
    methods: ['GET', 'POST'],
    url: baseUrl + publicPath,
    alias_url: baseUrl + alias,
    price_cents: outcome.cents,
    price_usd: usdcString(priceMicroUsdc),
    parameters: Object.keys(isSchema(properties) ? properties : {}).map((input) => ({
      name: renamed.get(input) ?? input,
      input,
    })),
    input_schema: schema,
    sample_input: outcome.example.input,
    sample_query: `${baseUrl}${publicPath}?${queryOf(outcome.example.input, renamed)}`,
    sample_answer: exampleAnswer(entry),
    pay_probe_url: `${baseUrl}/api/v1/outcomes/pay-probe/${outcome.slug}`,
  }
}

function queryOf(input: Record<string, unknown>, renamed: ReadonlyMap<string, string>): string {
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [
    renamed.get(name) ?? name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new URLSearchParams(pairs).toString()
}
