import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from 'zod-openapi'

import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { GetCall } from '#ingress/call/input/get-calls.ts'
import { isSchema, plainSchema } from '#ingress/call/challenge/plain-schema.ts'
import { answerOf } from './outcome-answer.ts'
import { outcomeOperation } from './outcome-operation.ts'

const JsonSchemaObject = z.record(z.string(), z.unknown())

/** Body of a GET without parameters of an outcome that takes GET. */
const CallHelp = z
  .object({
    ok: z.literal(true),
    help: z.string(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    methods: z.array(z.enum(['GET', 'POST'])),
    url: z.string(),
    alias_url: z.string(),
    price_cents: z.int(),
    price_usd: z.string(),
    parameters: z.array(z.object({ name: z.string(), input: z.string() })),
    input_schema: JsonSchemaObject,
    sample_input: JsonSchemaObject,
    sample_query: z.string(),
    sample_answer: z.looseObject({ ok: z.literal(true), result: z.unknown() }),
    pay_probe_url: z.string(),
  })
  .meta({ id: 'CallHelp', description: 'Free help: what this call takes and answers.' })

/** Builds the path items of an outcome that takes GET: `own` adds GET to its path, `alias` has GET and POST. */
export function getCallPaths(
  entry: CatalogEntry,
  { slug, names }: GetCall,
  hasAnswerExample: boolean,
): { own: ZodOpenApiPathItemObject; alias: ZodOpenApiPathItemObject } {
  const post = outcomeOperation(entry, hasAnswerExample)
  const id = slug.replaceAll('-', '_')
  const get = (operationId: string): ZodOpenApiOperationObject => {
    const { requestBody: _, responses, ...rest } = post
    return {
      ...rest,
      operationId,
      summary: `${entry.outcome.title} by GET: free help without parameters, the paid call with them`,
      parameters: [...(post.parameters ?? []), ...parametersOf(entry, names)],
      responses: {
        ...responses,
        200: {
          description: 'The help, or the answer of the call.',
          content: { 'application/json': { schema: z.union([CallHelp, answerOf(entry.outcome)]) } },
        },
        304: { $ref: '#/components/responses/Status304' },
      },
    }
  }
  return {
    own: { get: get(`get_${id}`) },
    alias: {
      get: get(`get_${id}_alias`),
      post: { ...post, operationId: `${post.operationId ?? id}_alias`, summary: `The same as ${entry.publicPath}` },
    },
  }

  function parametersOf({ outcome }: CatalogEntry, known: GetCall['names']) {
    const renamed = new Map(Object.entries(known).map(([name, input]) => [input, name]))
    const { properties } = plainSchema(outcome.input, 'input')
    return Object.entries(isSchema(properties) ? properties : {}).map(([input, schema]) => {
      const { description, ...rest } = isSchema(schema) ? schema : {}
      return {
        name: renamed.get(input) ?? input,
        in: 'query' as const,
        required: false,
        schema: rest,
        ...(typeof description === 'string' ? { description } : {}),
      }
    })
  }
}
