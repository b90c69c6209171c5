import { Refusal } from '#shared/errors.ts'

/** Nothing in the text can be read as JSON. */
export const notJson = () =>
  new Refusal('unprocessable', 'There is no JSON in this text: no object, no array, and it is no single JSON value.', {
    detail:
      'No bracket in it opens an object or array that can be read. Plain text and YAML are not repaired into JSON.',
    fix: { action: 'Send the text that holds the object or array, with its brackets.' },
    extra: { reason: 'not_json' },
  })
