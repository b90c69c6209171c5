import { ordersIn } from '../goal/orders.ts'
import { requestsIn } from '../goal/requests.ts'
import { own, type Way } from './ways.ts'

/** Verbs that take a file away, and that take it elsewhere, if they head an order. */
const REMOVES = new Set(
  'delete remove erase discard trash bin losche losch entferne entfern borra elimina supprime efface'.split(' '),
)
const MOVES = new Set('move rename verschiebe verschieb benenne mueve renombra deplace renomme'.split(' '))

/** What a goal orders to be done with a file: to take it away or elsewhere. A verb that heads no order says nothing. */
export function fileOrderIn(text: string): 'delete' | 'move' | undefined {
  for (const { verb, rest } of [...requestsIn(text), ...ordersIn(text)]) {
    if (
      REMOVES.has(verb) ||
      (verb === 'get' && /^ rid of\b/.test(rest)) ||
      (verb === 'throw' && /\b(?:away|out)\b/.test(rest))
    )
      return 'delete'
    if (MOVES.has(verb)) return 'move'
  }
  return undefined
}

const UNSPACED: readonly [RegExp, string][] = [
  [/(?<![不别勿])(?:删除|刪除|删掉)|削除(?:して|する)/u, 'delete'],
  [/移动到|重命名|移動(?:して|する)|名前を変/u, 'move'],
]

export const fileOrder: Way = own(
  'file order',
  ({ text, known }) => fileOrderIn(known.read.text) ?? UNSPACED.find(([pattern]) => pattern.test(text))?.[1],
)
