import { z } from 'zod'

type Bound = { maxEntries: number }
type BoundedDef = z.core.$ZodRecordDef & Bound

/**
 * A `z.record` whose number of entries is checked before any entry is parsed. A record with too many entries yields one
 * issue and costs the time to count it, however many of its entries are wrong.
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

/** A record of at most `maxEntries` entries. It is refused with one issue before its entries are parsed one by one. */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  keyType: Key,
  valueType: Value,
  maxEntries: number,
): z.ZodRecord<Key, Value> {
  const schema: unknown = new BoundedRecord({ type: 'record', keyType, valueType, maxEntries })
  // Safe: the types of the key and the value are those of the two schemas it was made of.
  return schema as z.ZodRecord<Key, Value>
}

/** The most members that a JSON object of any shape may have where nothing smaller is declared. */
const MAX_MEMBERS = 10_000
/** The longest name of a member, in characters. */
const MAX_NAME_LENGTH = 4_096

/** A JSON object of any shape with a bounded number of members and bounded names. */
export const jsonObject = (maxEntries = MAX_MEMBERS): z.ZodRecord<z.ZodString, z.ZodUnknown> =>
  boundedRecord(z.string().max(MAX_NAME_LENGTH), z.unknown(), maxEntries)

/** The bound of a record's entries; undefined for a record of any size. */
export function maxEntriesOf(schema: z.core.$ZodType): number | undefined {
  const { def } = schema._zod
  return 'maxEntries' in def && typeof def.maxEntries === 'number' ? def.maxEntries : undefined
}

function hasMoreEntries(value: unknown, maxEntries: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length > maxEntries
}
