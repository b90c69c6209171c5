import { fold } from '../goal/fold.ts'
import { type Known, spelt } from './known.ts'
import { withoutStop } from '../said/without-stop.ts'
import { READERS } from './options.rules.ts'

export const OPTION_TYPES: ReadonlySet<string> = new Set(Object.keys(READERS))

/** Returns what the goal says a field of this type is to be; undefined when it says nothing. */
export const option = (type: string, known: Known): unknown => {
  const read = READERS[type]
  const said = read?.(known, fold(known.goal))
  const found = said === undefined && known.read.respelt.length > 0 ? read?.(known, fold(spelt(known))) : said
  return type === 'regex' ? found : withoutStop(found)
}
