import { invalidFields } from '#shared/errors.ts'

import { isDeeperThan } from '../json/json-value.ts'

const MOST_LEVELS = 100

/** Refuses input nested so deep that walking it would exhaust the stack; `path` names the field. Cheap enough for `check`. */
export function refuseDeep(path: string, value: unknown, limit = MOST_LEVELS): void {
  if (!isDeeperThan(value, limit)) return
  throw invalidFields({ path: [path], msg: `Value error, ${path} is nested deeper than ${limit} levels` })
}
