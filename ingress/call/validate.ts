import { type FieldError, Refusal } from '#shared/errors.ts'
import type { CatalogEntry } from '#shared/outcomes/catalog.ts'

import { fieldErrors } from '../http/field-errors.ts'
import type { JsonBody } from '../http/json-body.ts'

/** Checks a body against the outcome's input and its cross-field rules. 422 with every wrong field; never charged. */
export function validateInput({ outcome }: CatalogEntry, body: JsonBody): void {
  const parsed = outcome.input.safeParse(body.value)
  if (!parsed.success) {
    const detail = fieldErrors(parsed.error, 'body', body.value).map((field) => withoutSecret(field, outcome.secrets))
    throw new Refusal(
      'validation_error',
      detail.length === 1 ? 'One field is wrong.' : `${detail.length} fields are wrong.`,
      {
        detail,
        fix: {
          action: 'Correct the fields in detail[].',
          method: 'GET',
          path: `/api/v1/outcomes/pay-probe/${outcome.slug}`,
        },
      },
    )
  }
  outcome.check?.(parsed.data)
}

/** What was sent in a field that is declared secret is never sent back, not even when it is wrong. */
function withoutSecret(field: FieldError, secrets: readonly string[]): FieldError {
  const { input: _, ...rest } = field
  return secrets.includes(String(field.loc[1])) ? rest : field
}
