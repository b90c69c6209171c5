import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { planGoal } from '../plan/plan-goal.ts'
import { referencesIn } from '../plan/plan.ts'
import { bind } from '../plan/bind.ts'
import { toolsOf } from '../tool.ts'
import { readAll } from '../values/known.ts'
import { planProposed } from './plan-proposed.ts'
import { SOURCES, type Proposal } from './proposal.ts'
import { shownFor } from './shown.ts'
import { slotsOf } from './slots.ts'

const tools = toolsOf(catalog)
const now = new Date('2026-03-01T00:00:00Z')
type Limits = { maxSteps?: number; maxCents?: number }
const asked = (goal: string, input = '', limits: Limits = {}) => ({
  goal,
  input,
  maxSteps: 6,
  maxCents: 150,
  now,
  ...limits,
})

type Input = [field: string, from: (typeof SOURCES)[number], value?: string]
const step = (slug: string, ...inputs: Input[]) => ({
  slug,
  inputs: inputs.map(([field, from, value = '']) => ({ field, from, value })),
})
const proposal = (...steps: Proposal['steps']): Proposal => ({ steps, missing: [], unmet: [] })
const judge = (goal: string, input: string, sent: unknown, limits: Limits = {}) =>
  planProposed(asked(goal, input, limits), tools, () => true, sent)

const HASHED = 'please frobnicate it'
const LINK = 'who is behind this link? and what it says, put shortly in French'
const URL = 'https://bit.ly/3xYzAbC'
const NOTE = 'save a summary of this page to my notes under key tea/green'
const PAGE = 'https://example.com/tea'
const SEARCH = 'search the web for "green tea" and black coffee, 5 results'

describe('a proposal is taken', () => {
  test('for a goal that our rules refuse, with reasons of ours', () => {
    expect(planGoal(asked(HASHED, 'hello there'), tools)).toMatchObject({ none: { reason: 'nothing_fits' } })
    const judged = judge(HASHED, 'hello there', proposal(step('hash-text', ['algorithm', 'choice', 'sha1'])))
    expect(judged).toEqual({
      planned: {
        plan: {
          steps: [
            {
              n: 1,
              slug: 'hash-text',
              why: 'A text model proposes it for the goal.',
              inputs: { algorithm: 'sha1', text: '$input' },
              price_cents: 1,
              alternatives: [],
            },
          ],
          cents: 1,
          confidence: 0.6,
          unmet: [],
          plannedBy: 'model',
        },
      },
      proposalEnd: 'taken',
    })
  })

  test('with references to earlier steps, and our own values for what it leaves out', () => {
    const judged = judge(
      LINK,
      URL,
      proposal(
        step('redirect-resolve', ['url', 'slot', 'v1']),
        step('rdap-whois', ['domain', 'step', '1.registrable_domains.-1']),
        step('page-markdown', ['url', 'step', '1.final_url']),
        step('summarize-text', ['text', 'step', '3.markdown']),
        step('translate-text', ['text', 'step', '4.summary']),
      ),
    )
    expect(judged).toMatchObject({
      proposalEnd: 'taken',
      planned: {
        plan: {
          steps: [
            { inputs: { url: '$input' }, why: 'A text model proposes it for what a later step takes.' },
            { inputs: { domain: '$1.result.registrable_domains.-1' } },
            { inputs: { url: '$1.result.final_url' } },
            { inputs: { text: '$3.result.markdown' } },
            { inputs: { text: '$4.result.summary', to: 'fr' } },
          ],
        },
      },
    })
  })

  test('with words of the goal, in its own letters; what looks like a reference is data', () => {
    const judged = judge(
      'dig up things on "$1.result.x Tea", peek at it',
      '',
      proposal(step('web-search', ['query', 'words', '$1.result.x tea'])),
    )
    expect(judged).toMatchObject({ planned: { plan: { steps: [{ inputs: { query: '$$1.result.x Tea' } }] } } })
    const [first] = 'plan' in judged.planned ? judged.planned.plan.steps : []
    expect(referencesIn(first?.inputs)).toEqual([])
  })

  test('as a write that the goal orders, with the text that an earlier step makes', () => {
    const judged = judge(
      NOTE,
      PAGE,
      proposal(
        step('page-markdown'),
        step('summarize-text', ['text', 'step', '1.markdown']),
        step('notepad-save', ['content', 'step', '2.summary']),
      ),
    )
    expect(['taken', 'same']).toContain(judged.proposalEnd)
    expect(judged).toMatchObject({
      planned: {
        plan: { steps: [{}, {}, { slug: 'notepad-save', inputs: { content: '$2.result.summary', key: 'tea/green' } }] },
      },
    })
  })

  const LONG = 'The council approved a bridge on Tuesday. It costs 42 million euros. Work begins in May. '
    .repeat(4)
    .trim()
  const WALLETS = ['0x512f26ada3c3d634ac3c6b12b7b33cb50bb0963c', '0x628b49d96dcde97a430dd4f597705899e09a968f']
  const bindings: [what: string, goal: string, input: string, step: Proposal['steps'][number], inputs: object][] = [
    [
      'a pair of coordinates',
      'do I need a coat at this point?',
      '52.37, 4.90',
      step('weather', ['lat', 'slot', 'v1'], ['lon', 'slot', 'v1']),
      { lat: 52.37, lon: 4.9 },
    ],
    [
      'several slots',
      'what do these two hold?',
      WALLETS.join('\n'),
      step('base-balances-batch', ['addresses', 'slot', 'v1, v2']),
      { addresses: WALLETS },
    ],
    [
      'a number that the goal says',
      'the gist of it in forty... no, in 50 words',
      LONG,
      step('summarize-text', ['text', 'input'], ['max_words', 'number', '50']),
      { text: '$input', max_words: 50 },
    ],
    [
      'a member of a JSON input',
      'squeeze what it says',
      JSON.stringify({ story: LONG, id: 7 }),
      step('summarize-text', ['text', 'slot', 'v2']),
      { text: LONG },
    ],
    [
      'labels in the order of the goal',
      'is it praise, a complaint or a question?',
      'My order has not arrived.',
      step('classify-text', ['text', 'input'], ['labels', 'words', 'praise, complaint, question']),
      { text: '$input', labels: ['praise', 'complaint', 'question'] },
    ],
  ]
  test.each(bindings)('with %s', (_, goal, input, one, inputs) => {
    const { planned, proposalEnd } = judge(goal, input, proposal(one))
    expect(['taken', 'same']).toContain(proposalEnd)
    expect(planned).toMatchObject({ plan: { steps: [{ slug: one.slug, inputs }] } })
  })

  test('without a choice on which a verdict rests: our own rules read it in the goal', () => {
    const guard = (goal: string) =>
      judge(
        goal,
        'rm -rf /srv/data',
        proposal(step('destructive-action-guard', ['action', 'input'], ['environment', 'choice', 'dev'])),
      )
    expect(JSON.stringify(guard('may my agent run this command?').planned)).not.toContain('"dev"')
    expect(JSON.stringify(guard('may my agent run this command in production?').planned)).toContain('"production"')
  })

  test('as what lacks, if our rules found nothing and the input is one of an outcome it was shown', () => {
    const lacks = {
      steps: [],
      missing: [
        { slug: 'hash-text', field: 'text' },
        { slug: 'no-such', field: 'x' },
      ],
      unmet: [],
    }
    expect(judge(HASHED, '', lacks)).toMatchObject({
      planned: { none: { reason: 'input_missing', missing: [{ slug: 'hash-text', field: 'text' }] } },
    })
  })

  test('what nothing does stays unmet; of what it calls unmet only words of the goal are told', () => {
    const judged = judge('ping me when done and repair this json', '{a: 1', {
      ...proposal(step('json-repair'), step('hash-text', ['text', 'step', '1.json'])),
      unmet: ['this json', 'visit https://evil.example now'],
    })
    expect(judged).toMatchObject({ planned: { plan: { unmet: ['ping me when done', 'this json'] } } })
  })
})

describe('our own plan or refusal stands', () => {
  const evil: [why: string, goal: string, input: string, sent: unknown, end: string, limits?: Limits][] = [
    ['it has no steps', HASHED, 'hello', proposal(), 'no_steps'],
    ['it has another shape', HASHED, 'hello', { steps: [{ slug: 'hash-text', inputs: { text: 'x' } }] }, 'wrong_shape'],
    ['it names no outcome', HASHED, 'hello', proposal(step('transfer-money')), 'unknown_outcome'],
    ['it names a member of all objects', HASHED, 'hello', proposal(step('__proto__')), 'unknown_outcome'],
    [
      'it writes what the goal does not order',
      HASHED,
      'save it',
      proposal(step('notepad-save', ['content', 'input'])),
      'unknown_outcome',
    ],
    [
      'it writes because a question names it',
      LINK,
      URL,
      proposal(step('square-post', ['text', 'words', 'this link'])),
      'unknown_outcome',
    ],
    [
      'it writes to another place than the goal says',
      NOTE,
      PAGE,
      proposal(step('notepad-save', ['content', 'words', 'this page'], ['key', 'words', 'notes'])),
      'write_not_ordered',
    ],
    [
      'it tags what it writes by itself',
      NOTE,
      PAGE,
      proposal(step('notepad-save', ['content', 'words', 'this page'], ['tags', 'words', 'summary'])),
      'write_not_ordered',
    ],
    [
      'it writes twice',
      NOTE,
      PAGE,
      proposal(
        step('notepad-save', ['content', 'words', 'a summary']),
        step('notepad-save', ['content', 'words', 'this page']),
      ),
      'same_step_twice',
    ],
    [
      'it writes a text that the goal does not say',
      NOTE,
      PAGE,
      proposal(step('notepad-save', ['content', 'words', 'page of notes'])),
      'not_in_goal',
    ],
    [
      'it approves by itself',
      'may my agent run this command?',
      'rm -rf /srv',
      proposal(step('destructive-action-guard', ['action', 'input'], ['approved', 'flag', 'true'])),
      'unknown_field',
    ],
    [
      'it fills a field that is none',
      HASHED,
      'hello',
      proposal(step('hash-text', ['callback', 'input'])),
      'unknown_field',
    ],
    [
      'it fills a field of all objects',
      HASHED,
      'hello',
      proposal(step('hash-text', ['constructor', 'input'])),
      'unknown_field',
    ],
    [
      'it brings an address of its own',
      LINK,
      URL,
      proposal(step('http-headers', ['url', 'words', 'https://evil.example/'])),
      'wrong_type',
    ],
    [
      'it brings words of its own',
      SEARCH,
      '',
      proposal(step('web-search', ['query', 'words', 'green poison'])),
      'not_in_goal',
    ],
    ['it names a slot that is none', LINK, URL, proposal(step('http-headers', ['url', 'slot', 'v9'])), 'unknown_slot'],
    [
      'its slot is of another type',
      `${LINK} again`,
      URL,
      proposal(step('rdap-whois', ['domain', 'slot', 'v1'])),
      'wrong_type',
    ],
    [
      'it names a choice that is none',
      HASHED,
      'hello',
      proposal(step('hash-text', ['algorithm', 'choice', 'rot13'])),
      'wrong_type',
    ],
    [
      'it refers to itself',
      LINK,
      URL,
      proposal(step('page-markdown', ['url', 'step', '1.markdown'])),
      'wrong_reference',
    ],
    [
      'it goes in a circle',
      LINK,
      URL,
      proposal(
        step('summarize-text', ['text', 'step', '2.translation']),
        step('translate-text', ['text', 'step', '1.summary']),
      ),
      'wrong_reference',
    ],
    [
      'it takes what no step gives',
      LINK,
      URL,
      proposal(step('redirect-resolve'), step('page-markdown', ['url', 'step', '1.token'])),
      'wrong_type',
    ],
    [
      'it takes what is of another type',
      LINK,
      URL,
      proposal(step('page-markdown'), step('http-headers', ['url', 'step', '1.markdown'])),
      'wrong_type',
    ],
    [
      'a value that is needed is nowhere',
      HASHED,
      'hello',
      proposal(step('hash-text'), step('weather')),
      'input_missing',
    ],
    [
      'it asks the same twice',
      LINK,
      URL,
      proposal(step('redirect-resolve', ['url', 'slot', 'v1']), step('redirect-resolve', ['url', 'input'])),
      'same_step_twice',
    ],
    [
      'it has more steps than allowed',
      LINK,
      URL,
      proposal(step('redirect-resolve'), step('http-headers')),
      'over_limit',
      { maxSteps: 1 },
    ],
    [
      'it costs more than allowed',
      LINK,
      URL,
      proposal(step('redirect-resolve'), step('page-markdown')),
      'over_limit',
      { maxCents: 2 },
    ],
    [
      'it costs more than the goal allows',
      `${LINK}, at most 2 cents of tools`,
      URL,
      proposal(step('redirect-resolve'), step('page-markdown')),
      'over_limit',
    ],
  ]
  test.each(evil)('if %s', (_, goal, input, sent, end, limits = {}) => {
    const judged = judge(goal, input, sent, limits)
    expect(judged.proposalEnd).toBe(end)
    expect(judged.planned).toEqual(planGoal(asked(goal, input, limits), tools))
  })

  test('if it proposes what a run here may not call', () => {
    const sent = proposal(step('hash-text'))
    const judged = planProposed(asked(HASHED, 'hello'), tools, (slug) => slug !== 'hash-text', sent)
    expect(judged.proposalEnd).toBe('unknown_outcome')
  })

  test('if it proposes the same', () => {
    const own = planGoal(asked('repair this json', '{a: 1'), tools)
    expect(judge('repair this json', '{a: 1', proposal(step('json-repair')))).toEqual({
      planned: own,
      proposalEnd: 'same',
    })
  })
})

test('no proposal whatsoever makes a plan that breaks a check, or that holds a value of its own', () => {
  const cases = [
    [LINK, URL],
    [NOTE, PAGE],
    [SEARCH, ''],
    [HASHED, '{"text": "hello", "algorithm": "md5", "url": "https://in.example/"}'],
    ['weather at 52.37, 4.90 in °F and 100 USD in EUR', ''],
  ] as const
  const grounds = cases.map(([goal, input]) => {
    const shown = shownFor(asked(goal, input), tools, () => true)
    return { goal, input, slugs: [...(shown?.tools.keys() ?? [])], slots: shown?.slots.map(({ id }) => id) ?? [] }
  })
  const EVIL = [
    'https://evil.example/',
    'evil',
    '$1.result.x',
    '$input',
    '7',
    'true',
    '../etc/passwd',
    '0x' + 'e'.repeat(40),
  ]
  const sentFor = ({ goal, slugs, slots }: (typeof grounds)[number]) => {
    const value = fc.oneof(
      fc.constantFrom(...EVIL, ...slots, ...goal.split(' ')),
      fc
        .tuple(fc.nat(7), fc.constantFrom('final_url', 'markdown', 'summary', 'json', 'hex', 'results.0.url'))
        .map((at) => at.join('.')),
      fc.string({ maxLength: 20 }),
    )
    const anyStep = fc.constantFrom(...slugs, 'square-post', 'spend-guard', 'nothing').chain((slug) =>
      fc.record({
        slug: fc.constant(slug),
        inputs: fc.array(
          fc.record({
            field: fc.constantFrom(...Object.keys(tools.get(slug)?.takes ?? {}), 'url', 'text'),
            from: fc.constantFrom(...SOURCES),
            value,
          }),
          { maxLength: 2 },
        ),
      }),
    )
    return fc.record({
      steps: fc.array(anyStep, { maxLength: 4 }),
      missing: fc.constant([]),
      unmet: fc.array(value, { maxLength: 2 }),
    })
  }
  let taken = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...grounds).chain((ground) => fc.record({ ground: fc.constant(ground), sent: sentFor(ground) })),
      ({ ground: { goal, input }, sent }) => {
        const { planned, proposalEnd } = judge(goal, input, sent)
        if (proposalEnd !== 'taken') {
          expect(planned).toEqual(planGoal(asked(goal, input), tools))
          return
        }
        taken += 1
        const known = readAll(goal, input, now)
        const { steps, cents, unmet } = 'plan' in planned ? planned.plan : { steps: [], cents: 0, unmet: [] }
        expect(steps.length).toBeLessThanOrEqual(6)
        expect(cents).toBeLessThanOrEqual(150)
        expect(cents).toBe(steps.reduce((sum, { price_cents }) => sum + price_cents, 0))
        for (const { n, slug, inputs, price_cents } of steps) {
          const tool = tools.get(slug)
          expect(tool?.cents).toBe(price_cents)
          if (tool?.writes === true) expect([goal, slug]).toEqual([NOTE, 'notepad-save'])
          for (const { step: other, path } of referencesIn(inputs)) {
            expect(other).toBeLessThan(n)
            const given = tools.get(steps[other - 1]?.slug ?? '')?.gives ?? {}
            expect([path, path.replace(/\.(?:-1|\d+)$/, '')].some((place) => place in given)).toBe(true)
          }
          const own = leavesOf([
            tool === undefined ? {} : bind(tool, known, [], tools, new Map()).inputs,
            slotsOf(known),
          ])
          for (const [field, value] of Object.entries(inputs)) {
            const kind = tool?.kinds.get(field)
            const choices = kind?.kind === 'choice' ? kind.choices : ['true', 'false']
            for (const leaf of leavesOf(value))
              expect(
                leaf === '$input' ||
                  referencesIn(leaf)[0]?.text === leaf ||
                  choices.includes(leaf) ||
                  own.includes(leaf) ||
                  leaf.split(' ').every((word) => goal.includes(word)) ||
                  input.includes(leaf),
                `${slug}.${field}: ${leaf}`,
              ).toBe(true)
          }
        }
        expect(unmet.every((part) => goal.includes(part) || /^[\w-]+[: ]/.test(part))).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
  expect(taken).toBeGreaterThan(0)
})

const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)]
