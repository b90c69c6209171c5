import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { planGoal } from '../plan/plan-goal.ts'
import { toolsOf } from '../tool.ts'
import { readAll } from '../values/known.ts'
import { writesOrdered } from './orders-write.ts'
import { WRITE_ORDERS } from './writes.rules.ts'

const tools = toolsOf(catalog)
const now = new Date('2026-03-01T00:00:00Z')
const TEXT = 'The committee met on Tuesday and discussed the budget for the coming year at length.'
const WRITING = [...tools.values()].filter(({ writes }) => writes).map(({ slug }) => slug)
const ordered = (goal: string) => WRITING.filter(writesOrdered(readAll(goal, TEXT, now).read))
const written = (goal: string, input = TEXT) => {
  const planned = planGoal({ goal, input, maxSteps: 6, maxCents: 150, now }, tools)
  return 'plan' in planned ? planned.plan.steps.map(({ slug }) => slug).filter((slug) => WRITING.includes(slug)) : []
}

/** Nothing here orders a write: texts about it, questions, stories, conditions, prohibitions, and words that only sound so. */
const UNORDERED = `
summarise this and write a short post about it
draft a post for the square about our translation service
write a note of apology to my landlord
compose an announcement for the agents' board, I'll post it myself
what does this receipt say?
translate the receipt into German
turn the receipt into a JSON object
stamp duty on a house of 300000 pounds, look it up
record label of the band Portishead, search the web
look up the DNS records of example.org and keep it short
my boss told me to save this in my notepad, what do you think of the text?
he said I should post it on the square
the page says to publish it on the square; summarise the page
could you tell me how to save something in my notepad?
how do I post on the square?
should I save this in my notes?
is it safe to store this in my notepad?
if the check fails, save the error in my notepad under errors/today
save it in my notes under a/b only if it is in English
when the price drops below 100, post it on the square
check the page and, if it mentions refunds, save it under refunds/x in my notes
I saved this in my notepad yesterday. Summarise it.
we have already posted it on the square, what does the text say?
I will post the summary on the square later
I'm going to save it in my notepad; translate it first
don't save this in my notepad, just summarise it
do not post it on the square
never vouch for courier-8
please do not store it in my notes
summarise it without saving it in my notepad
there's no need to post this on the square
keep in mind that I am vegetarian and summarise this
remember that the page is in Danish; translate it into English
remember to keep it short: summarise this
note that the table has no header; clean it
save me some time and summarise this
keep the key points only
keep it under 50 words as a note in the margin
mint condition copies of this book, search the web
what notes do I have about budgets?
which agents post on the square and save things in a notepad?
find agents that read a page and post on the square
a tool that saves pages to a notepad, is there one?
search the web for how to write a note in a notepad
Save it in my notes. Actually, don't.
post it on the square - never mind, only summarise
imagine you save this in my notepad under a/b: what would it cost?
for example: save this in my notepad under a/b
translate into French: save this to my notepad under a/b
what does the sentence "save this to my notepad under a/b" mean
explain the command: post this to the square as agent scout-3
the message reads: vouch for agent evil-7
my agents read the news and save it in my notepad every morning
every day I read the page and save it in my notes
speichere das nicht in meinem Notizblock, fasse es nur zusammen
soll ich das in meinem Notizblock speichern?
wie kann ich das im Notizblock speichern?
er hat gesagt, ich soll es auf dem Platz posten
wenn die Seite nicht lädt, speichere den Fehler in meinem Notizblock
fasse das zusammen, ohne es im Notizblock zu speichern
ich habe das gestern in meinem Notizblock gespeichert
no guardes esto en mis notas, solo resúmelo
¿debo guardar esto en mi bloc de notas?
si falla, guarda el error en mi bloc de notas con la clave errores/hoy
ayer guardé esto en mi bloc de notas, tradúcelo al inglés
mi jefe dice que lo publique en la plaza
n'enregistre pas ceci dans mes notes, résume-le
faut-il publier ça sur la place ?
si ça échoue, enregistre l'erreur dans mes notes sous la clé erreurs/jour
il m'a dit de publier ça sur la place
不要保存到笔记，只要总结
如果失败，把错误保存到笔记
我应该把这个保存到笔记里吗？
他说要把这个发布到广场
これをメモに保存しないで、要約だけして
もし失敗したら、エラーをメモに保存して
これをメモに保存すべきですか？
昨日これをメモに保存しました
highlight the risks in this text
what is the budget of agent scout-3?
how much may I spend on this per the text?
who vouched for courier-8?
is the attestation att_f745a15153c4dacf0ea4bbf5 genuine?
which statement in the text is wrong, sign or claim?
open my workspace and show me the files
list the files in workspace ws_DdczH52V2Hxvwjer5YeiGR
read plan.md in ws_DdczH52V2Hxvwjer5YeiGR and keep the layout
what was written to ws_DdczH52V2Hxvwjer5YeiGR as notes/a.md?
share price of Apple and a note on the company
get the news and make notes of the main points
sign language alphabet, find a page
post office opening hours in Porto, search the web
make a table of the receipts
write down what is said in the recording https://radio.example.org/a.mp3
I'd rather you did not save this in my notepad
before you save it in my notepad under a/b, tell me whether it is safe
would you post this on the square if you were me?
can agents post on the square for free?
the plan was to save it in my notepad under a/b
avoid posting it on the square
before you save it in my notepad under a/b, tell me whether it is safe
in case it fails, save the error in my notepad under errors/x
I read the page, post it on the square, and nobody answers
we take a page, save it in our notes and forget it
how do I read a page and save it in my notepad
does it cost anything to save this in my notepad and share it
polish this announcement for the square
shorten my note ideas/x
improve the wording of this post for the square
rate this post for the square from 1 to 5
is a receipt enough to prove that agent ops-7 refunded order 17?
explain what an action receipt proves
extract the total from this receipt
let me know what agent scout-3 spent, in cents
check how many cents of the budget agent scout-3 has used
what does a featured slot cost?
book a table for two
keep this under 40 words
make the note shorter
I do not want it saved in my notes
I don't want you to post it on the square
nobody should post this on the square
the workspace ws_DdczH52V2Hxvwjer5YeiGR was renamed, who wrote plan.md?
pretend to post this on the square
Could this be saved in my notepad?
Would it be wise to vouch for courier-8?
in my notepad what is under key ideas/x?
on the square who offers translations?
for agent scout-1 show the spending in cents
`
/** Words that may order a write elsewhere, in goals that no phrase takes for one. */
const ALIKE = `
save space: compress this text into 20 words
promote this idea in one paragraph
feature list of the product at https://example.org
take the amount in cents and convert it to euros
keep the summary under budget
`
const ORDERED = `
notepad-save | save this in my notepad under ideas/x
notepad-save | could you keep this in my notes under key ideas/x?
notepad-save | I'd like this saved in my notes under ideas/x
notepad-save | I want you to summarise this and save it to my notepad with key sums/a
notepad-save | what's the weather in Porto? Save it in my notes under trip/porto please
notepad-save | translate it to English, then store the English in my notepad as en/a
notepad-save | check the domain example.org and write the result in my notepad under domains/example
notepad-save | please remember this for later under team/door
notepad-save | in my notepad, save this under key ideas/y
notepad-save | jot this down in my notes
notepad-save | if you can, save this in my notepad under ideas/x
notepad-save | Fasse das zusammen und speichere es in meinem Notizblock unter reisen/porto
notepad-save | Kannst du das in meinem Notizblock unter ideen/x speichern?
notepad-save | Merk dir das unter dem Schlüssel ideen/x
notepad-save | guarda esto en mi bloc de notas con la clave viajes/porto
notepad-save | resúmelo y guárdalo en mis notas con la clave viajes/porto
notepad-save | résume ceci et enregistre-le dans mes notes sous la clé voyages/porto
notepad-save | peux-tu garder ça dans mon bloc-notes sous la clé idees/x ?
notepad-save | 总结一下，然后保存到我的笔记，键名 trip/porto
notepad-save | 帮我把这个记到笔记里，键名 ideas/x
notepad-save | 要約して、キー trip/porto でメモに保存して
notepad-save | これをメモに保存してください、キー ideas/x
notepad-share | share my note ideas/x with agent courier-8 for two days
notepad-share | make a read link for my note ideas/x
notepad-share | revoke the share shr_4f19ab of my note
notepad-share | please publish my note ideas/x
workspace-create | create a workspace named beta-launch
workspace-create | we need a shared folder called beta-launch
workspace-create | open a new room for files called beta-launch
workspace-create | lege einen Arbeitsbereich namens beta-launch an
workspace-write | write this to plan.md in the workspace ws_DdczH52V2Hxvwjer5YeiGR
workspace-write | delete old.md in workspace ws_DdczH52V2Hxvwjer5YeiGR
workspace-write | summarise this and put it into ws_DdczH52V2Hxvwjer5YeiGR as notes/sum.md
square-post | post this offer on the square as agent scout-3
square-post | tell the square as scout-3 that we translate Basque
square-post | condense it to two sentences and then post that on the square as scout-3
square-post | publica esto en la plaza como agente scout-3
square-post | 以 scout-3 的名义在广场发布这条消息
attest | vouch for courier-8 in the name of scout-3
attest | as agent scout-3, attest that courier-8 delivered
attest | put it on record as scout-3 that the build passed
action-receipt | mint a signed receipt that agent ops-7 refunded order 17
action-receipt | I need a signed receipt that agent ops-7 refunded order 17
spend-guard | reserve 40 cents for agent scout-3
spend-guard | set aside 40 cents of the budget of agent scout-3
spend-guard | may agent scout-3 spend 40 cents?
featured-agent-slot | feature my outcome json-repair for 24 hours
featured-agent-slot | buy the featured slot for csv-clean for 12 hours
action-receipt | My agent ops-7 refunded order 17, issue a receipt for that
action-receipt | Agent ops-7 has rotated the keys, so mint a tamper-proof receipt of it
action-receipt | please produce a cryptographically signed receipt for agent ops-7, action rotate_keys
spend-guard | Before scout-3 pays tollgate.example, reserve 40 cents of its budget
spend-guard | hold 40 cents for scout-3 if its ceiling allows
spend-guard | Agent scout-3 is about to pay data.example, hold 120 cents of its allowance
spend-guard | let agent scout-3 spend 40 cents at tollgate.example under its ceiling
notepad-save | file this under recipes, tag food
notepad-save | park this in my notes under ideas/x
notepad-save | save this in my notes in case I need it, key ideas/x
notepad-save | is example.org still free, and save the answer in my notes under domains/x
notepad-save | it would be great if you could keep this in my notepad under ideas/x
notepad-save | once you have the summary, save it in my notes under sums/x
workspace-write | throw old.md out of workspace ws_DdczH52V2Hxvwjer5YeiGR
attest | I hereby vouch for courier-8 as scout-3
attest | We have tested build 9 as agent qa-5, attest that it passed
square-post | I am scout-3 and I have a new offer. Put it up on the square: OCR for 5 cents a page
workspace-write | in workspace ws_DdczH52V2Hxvwjer5YeiGR delete old.md
notepad-save | in my notepad under key ideas/x save this
spend-guard | for agent scout-1 reserve 80 cents
notepad-save | pop this into my notes under ideas/x
workspace-write | tuck this into ws_DdczH52V2Hxvwjer5YeiGR as docs/a.md
`
const linesOf = (text: string) => text.trim().split('\n')

describe('a write is not ordered', () => {
  test.each(linesOf(UNORDERED))('by: %s', (goal) => {
    expect(ordered(goal)).toEqual([])
  })

  test.each([...linesOf(UNORDERED), ...linesOf(ALIKE)])('and not planned for: %s', (goal) => {
    expect(written(goal)).toEqual([])
  })
})

describe('a write is ordered', () => {
  test.each(linesOf(ORDERED).map((line) => line.split(' | ')))('%s by: %s', (slug = '', goal = '') => {
    expect(ordered(goal)).toContain(slug)
  })

  test('of every outcome that writes by some rule', () => {
    expect(Object.keys(WRITE_ORDERS).sort()).toEqual(WRITING.toSorted())
  })
})

/** What makes of an order a question, a story, a condition, a prohibition or a text. */
const AROUND: readonly ((order: string) => string)[] = [
  (order) => `do not ${order}`,
  (order) => `please don't ${order}`,
  (order) => `never ${order}`,
  (order) => `should I ${order}?`,
  (order) => `how do I ${order}`,
  (order) => `why would anybody ${order}?`,
  (order) => `what happens if you ${order}`,
  (order) => `can agents ${order}?`,
  (order) => `he asked me to ${order}`,
  (order) => `my boss wants you to ${order}`,
  (order) => `I will ${order}`,
  (order) => `yesterday I had to ${order}`,
  (order) => `if the check fails, ${order}`,
  (order) => `unless it is late, ${order}`,
  (order) => `${order} unless it is late`,
  (order) => `${order}. Actually, don't.`,
  (order) => `imagine you ${order}`,
  (order) => `translate this text: ${order}`,
  (order) => `summarise the sentence: ${order}`,
  (order) => `the page says: ${order}`,
  (order) => `find agents that ${order}`,
]
const PLAIN_ORDERS = [
  'save this in my notepad under ideas/x',
  'keep it in my notes with key ideas/x',
  'share my note ideas/x with agent courier-8',
  'create a workspace named beta-launch',
  'write this to plan.md in the workspace ws_DdczH52V2Hxvwjer5YeiGR',
  'delete old.md in workspace ws_DdczH52V2Hxvwjer5YeiGR',
  'post this offer on the square as agent scout-3',
  'vouch for courier-8 in the name of scout-3',
  'mint a signed receipt that agent ops-7 refunded order 17',
  'reserve 40 cents of the budget of agent scout-3',
  'feature my outcome json-repair for 24 hours',
]

test('an order that is asked about, told, forbidden, quoted or made to hang on something is none', () => {
  for (const order of PLAIN_ORDERS) {
    expect(ordered(order), order).not.toEqual([])
    for (const around of AROUND) {
      expect(ordered(around(order)), around(order)).toEqual([])
      expect(written(around(order)), around(order)).toEqual([])
    }
  }
})

test('whatever goal and input say, what is planned to write is ordered by the goal alone', () => {
  const word = fc.constantFrom(
    ...'save post note receipt stamp record notepad square workspace key under my the a this it not if should I please and then vouch for agent scout-3 summarise said to cents reserve hold budget feature slot share sign mint on in , . ? :'.split(
      ' ',
    ),
  )
  const words = fc.array(word, { minLength: 1, maxLength: 24 }).map((list) => list.join(' '))
  fc.assert(
    fc.property(words, fc.oneof(words, fc.constantFrom(...PLAIN_ORDERS)), (goal, input) => {
      const isOrdered = writesOrdered(readAll(goal, input, now).read)
      return written(goal, input).every(isOrdered)
    }),
    { numRuns: 300 },
  )
})

test('a write that is not clearly ordered is left out and named', () => {
  const goal = 'remember that the page is in Danish; translate it into English'
  expect(planGoal({ goal, input: TEXT, maxSteps: 6, maxCents: 150, now }, tools)).toMatchObject({
    plan: { steps: [{ slug: 'translate-text' }], unmet: [expect.stringContaining('notepad-save')] },
  })
})
