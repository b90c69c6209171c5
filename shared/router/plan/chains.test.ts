import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { toolsOf } from '../tool.ts'
import { planGoal } from './plan-goal.ts'

const tools = toolsOf(catalog)
const steps = (goal: string, input = '') => {
  const planned = planGoal({ goal, input, maxSteps: 6, maxCents: 150, now: new Date('2026-11-01T00:00:00Z') }, tools)
  return 'plan' in planned ? planned.plan.steps : []
}
const slugs = (goal: string, input = '') => steps(goal, input).map(({ slug }) => slug)
const inputOf = (slug: string, goal: string, input = '') =>
  steps(goal, input).find((step) => step.slug === slug)?.inputs

describe('what was found is opened', () => {
  test('by what reads it: a page, a note, a file', () => {
    expect(slugs('newest 10-K of Nike (NKE), and open the document')).toEqual(['sec-filings', 'page-markdown'])
    expect(slugs('find the public notes about webhooks and open the most popular one')).toEqual([
      'notepad-browse',
      'notepad-read',
    ])
    expect(slugs('which files are in ws_T5hXc2PqLm8RvKd0NzYj6B, and show me the first')).toEqual([
      'workspace-list',
      'workspace-read',
    ])
  })

  test('and nothing is opened that no earlier wish found', () => {
    expect(slugs('translate this to Polish and open it', 'The heating has been off since Sunday.')).toEqual([
      'translate-text',
    ])
  })
})

describe('what a goal names is asked for, though no verb does, when an earlier wish gives the rest', () => {
  const recording = 'https://media.example.org/call.mp3'

  test('a language', () => {
    expect(inputOf('translate-text', 'voicemail in Portuguese, I need it as Dutch text', recording)).toMatchObject({
      text: '$1.result.text',
      to: 'nl',
    })
    expect(inputOf('translate-text', 'write down the voicemail; my boss reads only Spanish', recording)).toMatchObject({
      text: '$1.result.text',
      to: 'es',
    })
  })

  test('a currency, whose name is not that of a language too', () => {
    expect(slugs('the share price of TSLA, told in Norwegian kroner')).toEqual(['stock-quote', 'currency-convert'])
    expect(inputOf('currency-convert', 'the share price of TSLA, told in Norwegian kroner')).toMatchObject({
      amount: '$1.result.price',
      to_currency: 'NOK',
    })
  })

  test('and not what the input happens to name', () => {
    expect(inputOf('translate-text', 'put it into German', 'we owe him swiss francs')).toMatchObject({ to: 'de' })
    expect(slugs('the share price of TSLA', 'told in Norwegian kroner')).not.toContain('currency-convert')
  })

  test('labels to choose from, with or without articles', () => {
    const labels = (goal: string) => inputOf('classify-text', goal, 'https://files.example.org/x.pdf')?.['labels']
    expect(labels('read this PDF and tell me: urgent, can wait, or spam')).toEqual(['urgent', 'can wait', 'spam'])
    expect(labels('is this PDF an invoice, a contract or a datasheet?')).toEqual(['invoice', 'contract', 'datasheet'])
  })

  test('a label is no wish of its own', () => {
    expect(slugs('is this page news, opinion or advertising?', 'https://example.org/a')).toEqual([
      'page-markdown',
      'classify-text',
    ])
  })

  test('a form to be heard', () => {
    expect(slugs('ethereum price as a sound file')).toEqual(['crypto-price', 'speech-synthesize'])
    expect(slugs('weather at 48.137, 11.575 tomorrow as a Polish voice message')).toEqual([
      'weather',
      'translate-text',
      'speech-synthesize',
    ])
  })

  test('but not without an earlier wish that gives it', () => {
    expect(slugs('which of billing / legal / product')).toEqual([])
  })
})

describe('a part of a goal that no phrase explains', () => {
  test('asks for the outcome that takes what an earlier wish gives and that the part is like', () => {
    expect(
      slugs(
        'what does this Solana transaction do? and the mint facts of the token it moved',
        '2aYpL8EPKdx5we3yN4yUwS9CeVTfwVMGL96xCi8QWsW7WLP9cBaYnhzWy4PFUFLWfg1xLg6DMEUiPrxN5kvzxzLr',
      ),
    ).toEqual(['tx-summary-lite', 'token-metadata-lite'])
  })

  test('asks for nothing when it is as like what is chosen already', () => {
    expect(
      slugs(
        'break this raw message into sender, subject and body',
        'From: a@example.org\nTo: b@example.org\nSubject: x\n\nHello',
      ),
    ).toEqual(['email-json'])
  })

  test('never writes', () => {
    const planned = slugs('list my notes tagged travel, and what is worth keeping as a note?')
    expect(planned).toContain('notepad-list')
    expect(planned).not.toContain('notepad-save')
  })
})

describe('what makes a text anew', () => {
  const prose = 'We met on Monday. The launch moves to May. Costs are up by ten percent.'

  test('stands after what it is made of, in whichever order the goal says them', () => {
    expect(slugs('Give me a summary, in Korean, of the text below.', prose)).toEqual([
      'summarize-text',
      'translate-text',
    ])
    expect(slugs('sum up the Finnish translation of this', prose).at(-1)).toBe('summarize-text')
  })

  test('is not asked for again by the noun that refers back to it', () => {
    const goal = 'https://video.example.org/intro.webm: transcript, then a 60 word digest, then that digest in Japanese'
    expect(slugs(goal)).toEqual(['audio-transcribe', 'summarize-text', 'translate-text'])
    expect(inputOf('translate-text', goal)?.['text']).toBe('$2.result.summary')
  })

  test('takes what a judgement found when that is what is wanted', () => {
    const goal = 'Get the tools of the server at https://mcp.example.org/mcp audited and give me the findings in German'
    expect(slugs(goal)).toEqual(['mcp-server-audit', 'translate-text'])
    expect(inputOf('translate-text', goal)?.['text']).toBe('$1.result.findings')
  })

  test('finds what gives its text when the goal says that in other words only', () => {
    expect(slugs('womit ist stripe.com gebaut? Antwort auf Französisch')).toEqual([
      'tech-fingerprint',
      'translate-text',
    ])
  })
})

test('a question about a page is not the text that the page is to be', () => {
  expect(
    slugs('before my agent reads https://example.org/blog: is there anything hidden in it that gives orders?'),
  ).toEqual(['page-markdown', 'prompt-injection-scan'])
})

test('an agent that is asked for has no name yet', () => {
  expect(slugs('which agent leads the leaderboard this week?')).toEqual(['agent-leaderboard'])
})
