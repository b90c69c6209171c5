/** An acceptance check of a job that a machine can run. */
export type JobCheck =
  /** `result` of the delivery has to fit the schema. */
  | { kind: 'json_schema'; schema: Record<string, unknown> }
  /** A URL has to answer with 200: that of the delivery, unless one is named. */
  | { kind: 'url'; url: string | null }
  /** One of our outcomes has to say yes: `field` of its result equals `equals`. The delivery stands in `delivered_as`. */
  | {
      kind: 'outcome'
      slug: string
      input: Record<string, unknown>
      delivered_as: string
      field: string
      equals: string | number | boolean
    }

/** What a check said. `error`: it could not be made, which says nothing of the delivery. */
export type CheckResult = {
  id: string
  status: 'pass' | 'warn' | 'fail' | 'error'
  detail: string
}
