import { z } from 'zod'

type Bound = { maxEntries: number }
type BoundedDef = z.core.$ZodRecordDef & Bound

/**
 * A `z.record` whose number of entries is checked before any entry is parsed. A record with too many entries yields one
 * issue, however many of its entries are invalid.
 */
const BoundedRecord = z.core.$constructor<z.ZodRecord, BoundedDef>('BoundedRecord', (schema, definition) => {
  z.ZodRecord.init(schema, definition)
  const { maxEntries } = definition
  const parse = schema._zod.parse.bind(schema._zod)
  const writeJsonSchema = schema._zod.processJSONSchema?.bind(schema._zod)
  schema._zod.parse = (payload, context) => {
    if (!hasMoreEntries(payload.value, maxEntries)) return parse(payload, context)
    payload.issues.push({
      code: 'custom',
      message: `an object here should have at most ${maxEntries} members`,
      input: payload.value,
      inst: schema,
      continue: false,
    })
    return payload
  }
  schema._zod.processJSONSchema = (context, json, parameters) => {
    writeJsonSchema?.(context, json, parameters)
    Object.assign(json, { maxProperties: maxEntries })
  }
})

/** A record of at most `maxEntries` entries. Larger ones are refused with one issue before their entries are parsed. */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  keyType: Key,
  valueType: Value,
  maxEntries: number,
): z.ZodRecord<Key, Value> {
  const schema: unknown = new BoundedRecord({ type: 'record', keyType, valueType, maxEntries })
  // Safe: the key and value types are those of the two schemas passed in.
  return schema as z.ZodRecord<Key, Value>
}

/** Maximum number of members of a free-form JSON object, unless a smaller bound is declared. */
const MAX_MEMBERS = 10_000
/** Maximum length of a member name, in characters. */
const MAX_NAME_LENGTH = 4_096

/** A free-form JSON object with a bounded number of members and bounded names. */
export const jsonObject = (maxEntries = MAX_MEMBERS): z.ZodRecord<z.ZodString, z.ZodUnknown> =>
  boundedRecord(z.string().max(MAX_NAME_LENGTH), z.unknown(), maxEntries)

/** Returns the maximum number of entries of a bounded record; undefined for any other schema. */
export function maxEntriesOf(schema: z.core.$ZodType): number | undefined {
  const { def } = schema._zod
  return 'maxEntries' in def && typeof def.maxEntries === 'number' ? def.maxEntries : undefined
}

function hasMoreEntries(value: unknown, maxEntries: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length > maxEntries
}
