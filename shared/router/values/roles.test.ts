import { describe, expect, test } from 'vitest'

import { readAll, valuesOf } from './known.ts'
import { directed } from './meanings.ts'
import { competitorsIn, ownSite } from './rivals.ts'
import { byRole } from './roles.ts'
import { ALLOWANCE, HOLDING, TRANSFER } from './roles.rules.ts'
import { readInput } from './read-input.ts'

const A = '0xd2d736be50a97594dae97133c04aee58779cc11c'
const B = '0x825fc4d072571e084ff8ad19d5ea0b28815807ef'
const now = new Date('2026-11-01T00:00:00Z')
const read = (said: string) => {
  const [goal = '', input = ''] = said.replaceAll(/\bA\b/g, A).replaceAll(/\bB\b/g, B).split(' || ')
  return readAll(goal, input, now)
}
const lines = (text: string) => text.trim().split('\n')

/** Everywhere A is the owner and B may spend. */
const ALLOWED = lines(`
how much of my USDC on Base could B still pull out? my wallet: A
owner A, spender B
spender B, owner A
what may B spend of A's USDC
allowance that A gave to the router B
can the contract B take USDC from A?
our treasury A, the DEX router at B: what is approved?
B is the spender, A the owner
how much has A approved for B
wallet A has allowed B how much?
allowance || owner: A\\nspender: B
allowance || spender: B, owner: A
Wie viel USDC darf B von A noch abheben?
Inhaber A, Vertrag B: welche Freigabe?
¿Cuánto puede gastar B de mi cartera A?
propietario A, gastador B
Combien B peut-il dépenser depuis mon portefeuille A ?
propriétaire A, dépensier B
所有者 A 授权给 B 多少？
保有者 A、支出者 B
`)

/** Everywhere A sends and B is paid. */
const SENT = lines(`
USDC transfers from A to B
transfers to B sent by A
payments that B received from A
what did A pay to B
watch for USDC at B, payer A
sender A, recipient B
recipient: B, sender: A
Überweisungen von A an B
Empfänger B, Absender A
transferencias de A a B
destinatario B, remitente A
virements depuis A vers B
destinataire B, expéditeur A
从 A 转给 B 的转账
送信元 A、宛先 B
`)

/** Everywhere A holds and B is the token. */
const HELD = lines(`
balance of token B in wallet A
how much of the token contract B does wallet A hold
wallet A, token B
token: B, account: A
Guthaben von A im Token B
saldo del token B en la cartera A
solde du jeton B du portefeuille A
钱包 A 持有多少代币 B
`)

/** Everywhere ours.example is compared with a.example and b.example. */
const RIVALS = lines(`
Put us next to a.example and b.example. Positioning, pricing. Us: ours.example
compare ours.example with a.example and b.example
our site ours.example against a.example and b.example
a.example and b.example are the competitors, ours.example is us
competitors: a.example, b.example; we are ours.example
how do a.example and b.example compare to us (ours.example)?
rivals a.example, b.example - our own site: ours.example
compare this company with a.example and b.example || ours.example
Vergleiche a.example und b.example mit unserer Seite ours.example
Wettbewerber a.example, b.example; wir: ours.example
compara nuestra empresa ours.example con a.example y b.example
competidores a.example y b.example, nosotros: ours.example
compare notre site ours.example avec a.example et b.example
concurrents a.example et b.example, nous : ours.example
竞争对手 a.example 和 b.example，我们：ours.example
競合 a.example と b.example、自社：ours.example
`)

/** Labels of the two parts of an input, and what they are called. */
const LABELS = lines(`
Before | After | before after
before | after | before after
Expected | Actual | expected actual
actual | expected | actual expected
Source | Target | source target
Original text | Summary | original summary
## Old | ## New | old new
--- old --- | --- new --- | old new
baseline | current | baseline current
Vorher | Nachher | before after
Soll | Ist | expected actual
alt | neu | old new
Antes | Después | before after
esperado | obtenido | expected actual
Avant | Après | before after
attendu | obtenu | expected actual
原文 | 摘要 | original summary
预期 | 实际 | expected actual
変更前 | 変更後 | before after
`)

describe('of several values of a type', () => {
  test.each(ALLOWED)('one is the owner and one may spend: %s', (said) => {
    const known = read(said.replaceAll(String.raw`\n`, '\n'))
    const { owner, spender } = byRole(known, valuesOf(known, 'base-address'), ALLOWANCE)
    expect([owner?.value ?? A, spender?.value ?? B]).toEqual([A, B])
    expect(owner !== undefined || spender !== undefined).toBe(true)
  })

  test.each(SENT)('one sends and one is paid: %s', (said) => {
    const known = read(said)
    const { from, to } = byRole(known, valuesOf(known, 'base-address'), TRANSFER)
    expect(from !== undefined || to !== undefined).toBe(true)
    expect([from?.value ?? A, to?.value ?? B]).toEqual([A, B])
    expect([directed(known, 'transfer-from'), directed(known, 'transfer-to')]).toEqual([from?.value, to?.value])
  })

  test.each(HELD)('one is a wallet and one a token: %s', (said) => {
    const known = read(said)
    const { holder, token } = byRole(known, valuesOf(known, 'base-address'), HOLDING)
    expect(holder !== undefined || token !== undefined).toBe(true)
    expect([holder?.value ?? A, token?.value ?? B]).toEqual([A, B])
  })

  test.each(RIVALS)('one is ours and the others are rivals: %s', (said) => {
    const known = read(said)
    expect(ownSite(known)).toBe('ours.example')
    expect(competitorsIn(known)).toEqual(['a.example', 'b.example'])
  })
})

describe('parts of an input stand under labels', () => {
  test.each(LABELS)('%s', (line) => {
    const [first = '', second = '', names = ''] = line.split(' | ')
    const mark = (label: string) => (/[#-]/.test(label) ? label : `${label}:`)
    const { members } = readInput(`${mark(first)}\n{"a": 1}\n\n${mark(second)}\nsome text\nof two lines`)
    expect(Object.keys(members).join(' ')).toBe(names)
    expect(Object.values(members)).toEqual([{ a: 1 }, 'some text\nof two lines'])
  })

  test('a text with one label, or a label in its middle, has none', () => {
    expect(readInput('Note: before: the meeting we had\nlunch. After that we went home.').members).toEqual({})
    expect(readInput('Summary: all is well\nand nothing else was said').members).toEqual({})
  })
})
