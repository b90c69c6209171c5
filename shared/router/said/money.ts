import { type Quantity, quantitiesIn } from '../values/quantities.ts'
import type { Part } from './parts.ts'
import { findWords, noted } from './patterns.ts'
import { inSameUnit } from './same-unit.ts'
import type { Way } from './ways.ts'

/** What an amount of money is for, by the words around it: before it, and after it. */
const ROLES = {
  perMillion: [
    '',
    'per (?:1 ?)?(?:m|million|mtok)(?:\\w* (?:input |output )?tokens?)?|pro million|por millon|par million',
  ],
  single: [
    '(?:single|individual|each|per|any one) (?:payment|call|purchase|spend|transaction)s?(?: of)?(?: over| above| at)?|per[- ]call(?: max\\w*)?|einzel\\w+|(?:maximo |hochstens |au plus |maximum )?(?:pro (?:aufruf|zahlung|kauf)|por (?:llamada|pago|compra)|par (?:appel|paiement|achat))|每(?:次|笔)(?:付款|支付|调用)?(?:最多)?|1回(?:の(?:支払い|呼び出し))?(?:あたり)?(?:最大)?',
    '(?:per|a|each|for (?:a|each|any) single) (?:call|payment|purchase|transaction)|pro (?:aufruf|zahlung)|por llamada|par appel',
  ],
  balance: [
    'balance|prepaid|(?:key|account|wallet|it) (?:still )?(?:holds?|has|contains?)|holds?|loaded with|topped up (?:with|to)|i (?:still )?have|we (?:still )?have|there (?:are|is)|guthaben|saldo|solde|ich habe|tengo|il me reste|me quedan|余额|残高',
    'left|remaining|on (?:my|the|our) (?:prepaid )?(?:key|account|balance)|balance|ubrig|guthaben|restantes?|quedan|de saldo|de solde|restants?|余额',
  ],
  ceiling: [
    'ceilings?|caps?|limits?|obergrenze|limite|plafond|tope|上限',
    '(?:per|a|an|each|every) (?:day|hour|week|month|minute)|daily|ceiling|cap|limit|(?:pro|am|je) (?:tag|stunde|woche|monat)|taglich|(?:por|al|a la) (?:dia|hora|semana|mes)|par (?:jour|heure|semaine|mois)',
  ],
  price: [
    'costs?|costing|wants?|asks? for|asking|demands?|bills?|verlangt|will haben|pide|cobra|demande|reclame|facture|收费|要价|prices?|priced|charges?|charged|kostet|kosten|preis|precio|cuesta|vale|prix|coute|tarif|价格|価格',
    '(?:per|a) (?:piece|unit|job)|each',
  ],
  most: [
    'at most|no more than|not more than|never more than|more than|up to|under|below|less than|max(?:imum|imal|imally)?|budget|within|as much as|enough|stay(?:ing)? (?:below|under)|hochstens|maximal|bis zu|unter|weniger als|mehr als|como maximo|como mucho|maximo|hasta|menos de|mas de|presupuesto|au plus|au maximum|jusqu[ea]?|moins de|plus de|最多|不超过|预算|最大|上限|予算',
    'at most|max(?:imum)?|tops|or less|or under|budget|enough|hochstens|maximal|oder weniger|como maximo|como mucho|au plus|au maximum|以内|以下|まで|未満',
  ],
} as const
export type Role = keyof typeof ROLES | 'plain'

const FILL = String.raw`(?:\s+(?:of|is|are|was|to|at|for|only|about|the|a|be|by|ist|von|liegt|bei|es|de|est|para|pour|it|them|this|that|them|on|key|my|an|sum|total|amount|pay|spend|spending|paying|costing))*[\s:=~≈<≤$]*$`
for (const [before, after] of Object.values(ROLES)) for (const words of [before, after]) if (words !== '') noted(words)

const has = (words: string, around: readonly [string, string], text: string) =>
  words !== '' && findWords(words, text, around) !== null

function roleOf({ before, after }: Quantity): Role {
  for (const [role, [ahead, behind]] of Object.entries(ROLES))
    // Safe: the keys of ROLES are roles.
    if (has(ahead, ['', FILL], before) || has(behind, [String.raw`^[\s/(]*(?:\p{L}+\s){0,1}`, ''], after))
      return role as Role
  return 'plain'
}

/** A bare number after one of these is one of cents. */
const HELD =
  'reserve|hold|block|earmark|set aside|put aside|lock|ceiling|cap|limit|reserviere|obergrenze|reserva|bloquea|limite|tope|reserve[rz]?|plafond'
const isHeld = (one: Quantity) =>
  one.dimension === null && has(HELD, ['', FILL], one.before) && Number.isInteger(one.value)

/**
 * An amount of money: the first of the roles that one has, of those amounts that no other role of the outcome claims. `bare` also
 * takes numbers without a unit, which are cents, and `quoted` those of quotations.
 */
export const money = (
  unit: 'cents' | 'usdc' | 'text',
  roles: readonly Role[],
  { bare = false, quoted = false }: { bare?: boolean; quoted?: boolean } = {},
): Way => ({
  family: `money ${roles[0] ?? ''}`,
  read: ({ quantities, all, text }: Part) => {
    const amounts = (quoted ? quantitiesIn(all) : [...quantities(), ...inSameUnit(quantities(), text, ['money'])])
      .filter((one) => one.dimension === 'money' || (bare && isHeld(one)))
      .map((one) => ({ one, role: roleOf(one) }))
    const found = roles.flatMap((role) => amounts.filter((amount) => amount.role === role))[0]?.one
    if (found === undefined) return undefined
    if (unit === 'cents') return Math.round(found.value)
    const units = Math.round(found.value * 1e4) / 1e6
    return unit === 'text' ? String(units) : units
  },
})
