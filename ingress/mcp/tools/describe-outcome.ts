import { z } from 'zod'

import { availabilityOf, installationOf } from '#shared/outcomes/availability.ts'

import { plainSchema } from '../../call/challenge/plain-schema.ts'
import { entryFor } from '../../call/find.ts'
import { defineTool } from '../tool.ts'

/** Says how an outcome is called: its input schema, a sample of input and result, its price. */
export const describeOutcome = defineTool({
  name: 'describe_outcome',
  title: 'Describe an outcome',
  description: 'The input schema, sample input, sample result and price of an outcome. Free.',
  input: z.object({ slug: z.string().max(200) }),
  output: {
    ok: { type: 'boolean' },
    slug: { type: 'string' },
    price_cents: { type: 'number' },
    input_schema: { type: 'object' },
    sample_input: { type: 'object' },
    sample_result: {},
    error: { type: 'string' },
  },
  isReadOnly: true,
  limit: 'discovery',
  run: ({ slug }, { deps }) => {
    const { outcome } = entryFor(deps.forSale, slug)
    const body = {
      ok: true,
      slug,
      title: outcome.title,
      description: outcome.description,
      price_cents: outcome.cents,
      availability: availabilityOf(outcome, installationOf(deps.config)),
      decisions: outcome.decisions,
      timeout_ms: outcome.timeoutMs,
      input_schema: plainSchema(outcome.input, 'input'),
      sample_input: outcome.example.input,
      sample_result: outcome.example.output,
    }
    return { body }
  },
})
