import { parseJson } from '#shared/lib/parse-json.ts'
import { isObject, ownValue } from '#shared/engines/json/json-value.ts'

const MOST_DESCRIPTION = 1_000
const MOST_URL = 2_048

/** Image and description of a token's off-chain JSON; null for what is no JSON object. */
export function readOffchain(body: Buffer): { image: string | null; description: string | null } | null {
  const value = parseJson(body.toString('utf8').replace(/^\uFEFF/, ''))
  if (!isObject(value)) return null
  const text = (name: string, most: number) => {
    const found = ownValue(value, name)
    return typeof found === 'string' && found !== '' ? found.slice(0, most).toWellFormed() : null
  }
  return { image: text('image', MOST_URL), description: text('description', MOST_DESCRIPTION) }
}
