import { z } from 'zod'

import { MOST_WRONG_FIELDS, refusalCodes, statusOf } from '#shared/errors.ts'

/** One wrong field, in FastAPI's format. */
const ValidationError = z
  .looseObject({
    type: z.string(),
    loc: z
      .array(z.union([z.string(), z.int()]))
      .describe('where: body, query, path or header, then the names and indexes down to the value'),
    msg: z.string(),
    input: z.unknown().optional().describe('what was sent, cut short'),
    ctx: z.record(z.string(), z.unknown()).optional().describe('the limits that were passed'),
  })
  .meta({ id: 'ValidationError', title: 'ValidationError' })

const Fix = z
  .object({
    action: z.string().describe('what to do next'),
    method: z.string().optional(),
    path: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
  })
  .meta({ id: 'Fix', description: 'Something the caller can do next, and the request to make when there is one.' })

// Safe: the table's keys are the refusalCodes.

/** Members of every error body. A refusal may add more. */
export const errorMembers = {
  ok: z.literal(false),
  error: z.string().describe('what happened, in one sentence'),
  code: z.enum(refusalCodes).meta({ id: 'ErrorCode', description: describeCodes() }),
  detail: z
    .union([z.string(), z.array(ValidationError)])
    .describe('says more; the list of wrong fields where the request was malformed'),
  retryable: z.boolean().describe('the same request may succeed later'),
  retry_after_s: z.number().nullable().describe('seconds to wait; also in Retry-After'),
  charged_cents: z.literal(0).describe('an error never costs anything'),
  fix: Fix.nullable(),
  doc_url: z.string().describe('path of the page that explains the code'),
  request_id: z.string().describe('quote it when you ask us'),
}

export const ErrorAnswer = z
  .looseObject(errorMembers)
  .meta({ id: 'Error', title: 'Error', description: 'Every answer that is no success, except 402, has this form.' })

/** Body of 422 for wrong fields: FastAPI's `detail` plus our members. */
export const HttpValidationError = z
  .looseObject({
    ...errorMembers,
    code: z.literal('validation_error'),
    detail: z.array(ValidationError).max(MOST_WRONG_FIELDS),
    errors_total: z
      .int()
      .optional()
      .describe(`how many fields are wrong, where they are more than the ${MOST_WRONG_FIELDS} that detail[] names`),
  })
  .meta({
    id: 'HTTPValidationError',
    title: 'HTTPValidationError',
    description: 'Wrong fields in the request; nothing was charged.',
  })

/** Lists the codes by status, for the description. */
function describeCodes(): string {
  const byStatus = Object.entries(Object.groupBy(refusalCodes, (code) => statusOf(code))).map(
    ([status, group]) => `${status}: ${group?.join(', ')}`,
  )
  return `What happened, for programs. Codes are stable. By status: ${byStatus.join('; ')}. On an outcome call a credential that does not pay is always 402.`
}
